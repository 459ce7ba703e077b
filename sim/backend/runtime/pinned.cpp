// The table of pinned ranges.
#include "runtime/pinned.h"

#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <map>
#include <mutex>

namespace musasim {

namespace {

constexpr std::size_t kPinnedAlignment = 4096;

struct Range {
  std::size_t size;
  bool owned;
};

struct PinnedTable {
  std::mutex mutex;
  std::map<std::uintptr_t, Range> ranges;

  // The range that holds the address, or ranges.end().
  std::map<std::uintptr_t, Range>::iterator holder(std::uintptr_t address) {
    auto next = ranges.upper_bound(address);
    if (next == ranges.begin()) {
      return ranges.end();
    }
    const auto range = std::prev(next);
    return address - range->first < range->second.size ? range : ranges.end();
  }
};

PinnedTable& table() {
  static auto* const instance = new PinnedTable;  // outlives tensors that Python holds
  return *instance;
}

std::uintptr_t address_of(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

}  // namespace

void* allocate_pinned(std::size_t size) {
  if (size == 0) {
    return nullptr;
  }
  const std::size_t rounded = (size + kPinnedAlignment - 1) / kPinnedAlignment * kPinnedAlignment;
  void* pointer = std::aligned_alloc(kPinnedAlignment, rounded);
  if (pointer != nullptr) {
    const std::lock_guard<std::mutex> lock(table().mutex);
    table().ranges[address_of(pointer)] = {rounded, true};
  }
  return pointer;
}

void free_pinned(void* pointer) noexcept {
  if (pointer == nullptr) {
    return;
  }
  {
    const std::lock_guard<std::mutex> lock(table().mutex);
    table().ranges.erase(address_of(pointer));
  }
  std::free(pointer);
}

bool is_pinned(const void* pointer) {
  const std::lock_guard<std::mutex> lock(table().mutex);
  return table().holder(address_of(pointer)) != table().ranges.end();
}

bool register_host(void* pointer, std::size_t size) {
  const std::lock_guard<std::mutex> lock(table().mutex);
  const std::uintptr_t start = address_of(pointer);
  const auto next = table().ranges.lower_bound(start);
  const bool overlaps = (next != table().ranges.end() && next->first < start + size) ||
                        table().holder(start) != table().ranges.end();
  if (size == 0 || overlaps) {
    return false;
  }
  table().ranges[start] = {size, false};
  return true;
}

bool unregister_host(void* pointer) {
  const std::lock_guard<std::mutex> lock(table().mutex);
  const auto range = table().ranges.find(address_of(pointer));
  if (range == table().ranges.end() || range->second.owned) {
    return false;
  }
  table().ranges.erase(range);
  return true;
}

}  // namespace musasim
