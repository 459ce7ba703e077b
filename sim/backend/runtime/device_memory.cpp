// Locking around the block pool, and the devices' table of memories.
#include "runtime/device_memory.h"

#include <array>

#include "runtime/device.h"

namespace musasim {

DeviceMemory::DeviceMemory(int device, AddressRange range, std::size_t capacity)
    : device_(device), capacity_(capacity), pool_(range, capacity) {}

void* DeviceMemory::allocate(std::size_t size, OutOfMemory* report) {
  if (size == 0) {
    return nullptr;
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  void* pointer = pool_.allocate(size);
  if (pointer == nullptr) {
    const auto allocated = static_cast<std::size_t>(pool_.stats().allocated_bytes[kAll].current);
    *report = {device_,
               size,
               capacity_,
               capacity_ - pool_.reserved(),
               pool_.limit(),
               allocated,
               pool_.reserved() - allocated};
  }
  return pointer;
}

bool DeviceMemory::free(void* pointer) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return pool_.free(pointer);
}

std::size_t DeviceMemory::release_cached() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return pool_.release_cached();
}

void DeviceMemory::set_fraction(double fraction) {
  const std::lock_guard<std::mutex> lock(mutex_);
  pool_.set_limit(static_cast<std::size_t>(fraction * static_cast<double>(capacity_)));
}

std::pair<std::size_t, std::size_t> DeviceMemory::info() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return {capacity_ - pool_.reserved(), capacity_};
}

MemoryStats DeviceMemory::stats() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return pool_.stats();
}

void DeviceMemory::reset_accumulated_stats() {
  const std::lock_guard<std::mutex> lock(mutex_);
  pool_.stats().reset_accumulated();
}

void DeviceMemory::reset_peak_stats() {
  const std::lock_guard<std::mutex> lock(mutex_);
  pool_.stats().reset_peak();
}

std::vector<SegmentInfo> DeviceMemory::snapshot() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return pool_.snapshot();
}

DeviceMemory& device_memory(int device) {
  static std::array<std::once_flag, kMaxDevices> once;
  static std::array<DeviceMemory*, kMaxDevices> memories{};
  const auto index = static_cast<std::size_t>(device);
  std::call_once(once.at(index), [&] {
    AddressSpace& space = address_space();
    AddressRange range(space.base_of(device), space.stride());
    memories[index] = new DeviceMemory(device, range, settings().memory);
    mark_used(device);
  });
  return *memories[index];
}

void release_cached_memory() {
  for (int device = 0; device < device_count(); ++device) {
    if (has_context(device)) {
      device_memory(device).release_cached();
    }
  }
}

void free_device_pointer(void* pointer) noexcept {
  if (pointer != nullptr) {
    device_memory(device_of_pointer(pointer)).free(pointer);
  }
}

}  // namespace musasim
