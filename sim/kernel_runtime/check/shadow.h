// The last users of each byte of a range of shared memory.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "kernel_runtime/check/access.h"
#include "kernel_runtime/check/order.h"

namespace musasim::device::check {

struct Mark {
  Moment when;
  Use use = Use::kRead;
  const void* caller = nullptr;
};

class Shadow {
 public:
  // The thread of the mark uses bytes from `offset` on; what it is in conflict with, if anything, is left in
  // *other.
  bool use(std::size_t offset, std::size_t size, const Mark& mark, const Order& order, Mark* other);

 private:
  struct Cell {
    Mark write;
    Mark atomic;
    std::array<Mark, 2> reads;  // of different threads, if possible of different warps
  };

  static bool find_conflict(const Cell& cell, const Mark& mark, const Order& order, Mark* other);
  static void note_read(Cell& cell, const Mark& mark, const Order& order);

  std::vector<Cell> cells_;
};

}  // namespace musasim::device::check
