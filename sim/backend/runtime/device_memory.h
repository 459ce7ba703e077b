// One device's memory behind a lock, with its limit and the numbers an out-of-memory report needs.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "runtime/block_pool.h"

namespace musasim {

// What an out-of-memory message tells.
struct OutOfMemory {
  int device;
  std::size_t requested;
  std::size_t capacity;
  std::size_t free;
  std::size_t allowed;  // differs from capacity when a memory fraction is set
  std::size_t allocated;
  std::size_t cached;  // reserved but not allocated
};

class DeviceMemory {
 public:
  DeviceMemory(int device, AddressRange range, std::size_t capacity);

  // nullptr, with `report` filled, when there is no room. Zero bytes are nullptr as well.
  void* allocate(std::size_t size, OutOfMemory* report);
  bool free(void* pointer);
  std::size_t release_cached();

  // Of the capacity, what this process may use: 0..1.
  void set_fraction(double fraction);
  // (free, total) in bytes.
  std::pair<std::size_t, std::size_t> info();
  MemoryStats stats();
  void reset_accumulated_stats();
  void reset_peak_stats();
  std::vector<SegmentInfo> snapshot();

 private:
  const int device_;
  const std::size_t capacity_;
  std::mutex mutex_;
  BlockPool pool_;
};

// The memory of a device of this process; made at the first call.
DeviceMemory& device_memory(int device);

// Returns the unused memory of all devices to the system.
void release_cached_memory();

// Frees memory of whichever device owns the pointer (nullptr: nothing).
void free_device_pointer(void* pointer) noexcept;

}  // namespace musasim
