// Handles of physical memory, counted, as the driver gives them out.
#include "machine/memory/vmm_handles.h"

#include <mutex>
#include <unordered_map>

namespace musasim::vmm {

namespace {

struct Counted {
  PhysicalPtr physical;
  unsigned long long references = 1;
};

struct Handles {
  std::mutex mutex;
  std::unordered_map<unsigned long long, Counted> by_number;
  std::unordered_map<const Physical*, unsigned long long> numbers;
  unsigned long long next = 1;
};

Handles& vmm_handles() {
  static Handles* const all = new Handles;
  return *all;
}

}  // namespace

unsigned long long add_handle(const PhysicalPtr& physical) {
  Handles& all = vmm_handles();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const auto known = all.numbers.find(physical.get());
  if (known != all.numbers.end()) {
    ++all.by_number[known->second].references;
    return known->second;
  }
  const unsigned long long number = all.next++;
  all.by_number[number] = {physical, 1};
  all.numbers[physical.get()] = number;
  return number;
}

PhysicalPtr find_handle(unsigned long long handle) {
  Handles& all = vmm_handles();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const auto found = all.by_number.find(handle);
  return found == all.by_number.end() ? nullptr : found->second.physical;
}

musaError_t release_handle(unsigned long long handle) {
  PhysicalPtr last;  // destroyed after the lock is gone
  Handles& all = vmm_handles();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const auto found = all.by_number.find(handle);
  if (found == all.by_number.end()) {
    return musaErrorInvalidValue;
  }
  if (--found->second.references == 0) {
    last = found->second.physical;
    all.numbers.erase(last.get());
    all.by_number.erase(found);
  }
  return musaSuccess;
}

}  // namespace musasim::vmm
