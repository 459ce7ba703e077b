// The last users of global memory, eight bytes by eight bytes, in a table of fixed size: what has no place there is
// forgotten, so large grids may have races that are not found.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "kernel_runtime/check/access.h"

namespace musasim::device::check {

struct GlobalMark {
  std::uint32_t block = 0;  // its number in GridOrder; 0: nobody
  std::uint32_t tick = 0;   // of its carrier
  std::uint32_t clock = 0;  // of the thread's own
  std::uint32_t rank : 10;
  std::uint32_t use : 2;    // Use
  std::uint32_t bytes : 8;  // of the eight
  std::uint32_t site : 12;  // the place in the program
};

class GlobalShadow {
 public:
  static constexpr std::size_t kMarks = 4;
  using Marks = std::array<GlobalMark, kMarks>;

  // All carriers use it.
  static GlobalShadow& instance();
  // The marks of eight bytes, until unlock(). nullptr: there is no memory for the table.
  Marks* lock(std::uintptr_t eight);
  void unlock(std::uintptr_t eight);
  // Instead of an older one of the thread, of nobody, or of a reader.
  static void add(Marks& marks, const GlobalMark& mark);

  // A number for a place in the program; 0 when there are too many.
  static unsigned site_of(const void* caller);
  static const void* caller_of(unsigned site);

 private:
  struct Line {
    std::atomic<bool> locked;
    std::uintptr_t eight;
    Marks marks;
  };
  static constexpr std::size_t kLines = std::size_t{1} << 20;

  GlobalShadow();
  Line& line_of(std::uintptr_t eight) {
    return lines_[(eight ^ (eight >> 20) * 0x9e3779b9U) & (kLines - 1)];
  }

  Line* lines_;
};

}  // namespace musasim::device::check
