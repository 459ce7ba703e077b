// The last uses of each byte, and whether the next one is in conflict with them.
#include "kernel_runtime/check/shadow.h"

#include <algorithm>

namespace musasim::device::check {

bool Shadow::find_conflict(const Cell& cell, const Mark& mark, const Order& order, Mark* other) {
  const auto conflicts = [&](const Mark& before) {
    const bool found = !order.is_before(before.when, mark.when.rank);
    if (found) {
      *other = before;
    }
    return found;
  };
  if (conflicts(cell.write) || (mark.use != Use::kAtomic && conflicts(cell.atomic))) {
    return true;
  }
  return mark.use != Use::kRead && std::any_of(cell.reads.begin(), cell.reads.end(), conflicts);
}

void Shadow::note_read(Cell& cell, const Mark& mark, const Order& order) {
  for (Mark& read : cell.reads) {
    if (read.when.rank == mark.when.rank || !order.is_of_this_epoch(read.when)) {
      read = mark;
      return;
    }
  }
  const unsigned first = cell.reads[0].when.rank;
  if (order.same_warp(first, cell.reads[1].when.rank) && !order.same_warp(first, mark.when.rank)) {
    cell.reads[1] = mark;
  }
}

bool Shadow::use(std::size_t offset, std::size_t size, const Mark& mark, const Order& order,
                 Mark* other) {
  if (offset + size > cells_.size()) {
    cells_.resize(offset + size);
  }
  bool conflict = false;
  for (std::size_t i = offset; i < offset + size; ++i) {
    Cell& cell = cells_[i];
    conflict = conflict || find_conflict(cell, mark, order, other);
    if (mark.use == Use::kRead) {
      note_read(cell, mark, order);
    } else {
      (mark.use == Use::kAtomic ? cell.atomic : cell.write) = mark;
    }
  }
  return conflict;
}

}  // namespace musasim::device::check
