// Races in the shared memory of the block that a carrier runs: two threads use the same bytes, one of them
// writes, and nothing puts them in order.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "kernel_runtime/check/access.h"
#include "kernel_runtime/check/findings.h"
#include "kernel_runtime/check/order.h"
#include "kernel_runtime/check/shadow.h"
#include "vector_types.h"

namespace musasim::device::check {

class Races {
 public:
  enum class Kind { kStatic, kDynamic };

  void begin(Findings& findings) noexcept { findings_ = &findings; }
  void begin_block(unsigned threads, unsigned warp_size);
  // The thread uses shared memory, `offset` bytes behind where that kind of it begins.
  void use(Kind kind, std::size_t offset, const Access& access, unsigned rank);

  void barrier();
  void lanes_met(unsigned first, const Lanes& lanes) { order_.lanes_met(first, lanes); }
  void fence(unsigned rank) { order_.fence(rank); }
  void look(unsigned rank) { order_.look(rank); }
  const Order& order() const noexcept { return order_; }
  // Threads may all write the same value: where two wrote, that is judged when the second one has.
  void settle();

 private:
  struct Race {
    Mark mark;
    Mark other;
    uint3 block;
    std::string place;
    const char* address;
    std::size_t size;
    std::array<char, 16> before;
  };

  void report(const Race& race);

  Findings* findings_ = nullptr;
  Order order_;
  std::array<Shadow, 2> shadows_;
  std::optional<Race> pending_;
};

}  // namespace musasim::device::check
