// The current device, and the devices' addresses.
#include "runtime/device.h"

#include <atomic>

#include "musa_runtime_api.h"

namespace musasim {

namespace {

std::atomic<AddressSpace*> g_address_space{nullptr};

}  // namespace

int exchange_device(int index) noexcept {
  const int previous = current_device();
  if (index != previous && is_device(index)) {
    musaSetDevice(index);
  }
  return previous;
}

bool has_context(int index) noexcept { return is_device(index) && device_state(index).has_context; }

AddressSpace& address_space() {
  // Never destroyed: tensors held by Python outlive the static objects.
  static AddressSpace* const space = [] {
    auto* created = new AddressSpace(device_count(), settings().memory);
    g_address_space.store(created, std::memory_order_release);
    return created;
  }();
  return *space;
}

int device_of_pointer(const void* pointer) noexcept {
  const AddressSpace* space = g_address_space.load(std::memory_order_acquire);
  return space == nullptr ? -1 : space->device_of(pointer);
}

}  // namespace musasim
