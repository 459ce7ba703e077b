// Best fit over two ordered indices of the gaps.
#include "machine/memory/gap_list.h"

#include <algorithm>
#include <iterator>

#include "machine/memory/units.h"

namespace musasim {

void GapList::insert(std::size_t offset, std::size_t size, std::size_t dirty) {
  if (size != 0) {
    gaps_[offset] = {size, std::min(dirty, size)};
    by_size_.emplace(size, offset);
  }
}

void GapList::cut(Gaps::iterator gap, std::size_t offset, std::size_t size) {
  const std::size_t start = gap->first;
  const Piece piece = gap->second;
  by_size_.erase({piece.size, start});
  gaps_.erase(gap);
  insert(start, offset - start, piece.dirty);
  insert(offset + size, start + piece.size - offset - size, piece.dirty);
}

std::size_t GapList::take(std::size_t size, std::size_t alignment) {
  for (auto at = by_size_.lower_bound({size, 0}); at != by_size_.end(); ++at) {
    const std::size_t offset = round_up(at->second, alignment);
    if (offset - at->second + size <= at->first) {
      cut(gaps_.find(at->second), offset, size);
      return offset;
    }
  }
  return kNone;
}

bool GapList::take_at(std::size_t offset, std::size_t size) {
  auto gap = gaps_.upper_bound(offset);
  if (gap == gaps_.begin()) {
    return false;
  }
  --gap;
  if (offset - gap->first > gap->second.size || size > gap->first + gap->second.size - offset) {
    return false;
  }
  cut(gap, offset, size);
  return true;
}

GapList::Gap GapList::give_back(std::size_t offset, std::size_t size, std::size_t dirty) {
  const auto absorb = [&](Gaps::iterator gap) {
    offset = std::min(offset, gap->first);
    size += gap->second.size;
    dirty += gap->second.dirty;
    by_size_.erase({gap->second.size, gap->first});
    gaps_.erase(gap);
  };
  const auto next = gaps_.find(offset + size);
  if (next != gaps_.end()) {
    absorb(next);
  }
  const auto after = gaps_.lower_bound(offset);
  if (after != gaps_.begin()) {
    const auto previous = std::prev(after);
    if (previous->first + previous->second.size == offset) {
      absorb(previous);
    }
  }
  insert(offset, size, dirty);
  return {offset, size, std::min(dirty, size)};
}

}  // namespace musasim
