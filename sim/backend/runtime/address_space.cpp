// Reservation by mmap(PROT_NONE), commitment by mprotect, return by madvise.
#include "runtime/address_space.h"

#include <sys/mman.h>

#include <iterator>
#include <new>

namespace musasim {

AddressRange::AddressRange(char* base, std::size_t size) : base_(base), size_(size) {
  gaps_.emplace(base, size);
}

char* AddressRange::take(std::size_t size) {
  for (auto gap = gaps_.begin(); gap != gaps_.end(); ++gap) {
    if (gap->second < size) {
      continue;
    }
    char* start = gap->first;
    if (mprotect(start, size, PROT_READ | PROT_WRITE) != 0) {
      return nullptr;
    }
    const std::size_t rest = gap->second - size;
    gaps_.erase(gap);
    if (rest != 0) {
      gaps_.emplace(start + size, rest);
    }
    return start;
  }
  return nullptr;
}

void AddressRange::give_back(char* start, std::size_t size) {
  // The pages go first: without PROT_NONE a stale pointer would silently read zeros.
  madvise(start, size, MADV_DONTNEED);
  mprotect(start, size, PROT_NONE);
  insert_gap(start, size);
}

void AddressRange::insert_gap(char* start, std::size_t size) {
  auto next = gaps_.lower_bound(start);
  if (next != gaps_.end() && start + size == next->first) {
    size += next->second;
    next = gaps_.erase(next);
  }
  if (next != gaps_.begin()) {
    const auto previous = std::prev(next);
    if (previous->first + previous->second == start) {
      previous->second += size;
      return;
    }
  }
  gaps_.emplace(start, size);
}

AddressSpace::AddressSpace(int devices, std::size_t memory_per_device) {
  // Twice the memory: a device runs out of memory, never of addresses in one piece.
  const std::size_t rounded =
      (memory_per_device + kSegmentAlignment - 1) / kSegmentAlignment * kSegmentAlignment;
  stride_ = 2 * rounded + kSegmentAlignment;
  total_ = stride_ * static_cast<std::size_t>(devices);
  mapping_ = mmap(nullptr, total_ + kSegmentAlignment, PROT_NONE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping_ == MAP_FAILED) {
    throw std::bad_alloc();
  }
  const auto address = reinterpret_cast<std::uintptr_t>(mapping_);
  const std::size_t shift = (kSegmentAlignment - address % kSegmentAlignment) % kSegmentAlignment;
  base_ = static_cast<char*>(mapping_) + shift;
}

AddressSpace::~AddressSpace() { munmap(mapping_, total_ + kSegmentAlignment); }

}  // namespace musasim
