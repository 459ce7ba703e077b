// Free pieces of a range, best fit; neighbours are always merged. Not thread-safe.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <utility>

#include "machine/export.h"

namespace musasim {

class MUSASIM_API GapList {
 public:
  static constexpr std::size_t kNone = ~std::size_t{0};

  struct Gap {
    std::size_t offset;
    std::size_t size;
    std::size_t dirty;  // bytes in it that hold memory of the system, at most
  };

  GapList() = default;
  explicit GapList(std::size_t size) { insert(0, size, 0); }

  // The offset of `size` bytes at a multiple of `alignment`, from the smallest gap that has them
  // (the lowest one of these); kNone when there is none.
  std::size_t take(std::size_t size, std::size_t alignment);
  // Exactly this piece; false when it is not free.
  bool take_at(std::size_t offset, std::size_t size);
  // Gives a piece back; the gap that it is in now.
  Gap give_back(std::size_t offset, std::size_t size, std::size_t dirty);
  // The memory of the gap went back to the system.
  void cleaned(std::size_t offset) { gaps_.at(offset).dirty = 0; }
  // The only gap is the whole range.
  bool is_whole(std::size_t size) const {
    return gaps_.size() == 1 && gaps_.begin()->second.size == size;
  }

 private:
  struct Piece {
    std::size_t size;
    std::size_t dirty;
  };
  using Gaps = std::map<std::size_t, Piece>;

  void insert(std::size_t offset, std::size_t size, std::size_t dirty);
  void cut(Gaps::iterator gap, std::size_t offset, std::size_t size);

  Gaps gaps_;                                              // by offset
  std::set<std::pair<std::size_t, std::size_t>> by_size_;  // size, offset
};

}  // namespace musasim
