// The devices as PyTorch uses them: the machine's, with the calls that its guards need.
#pragma once

#include "machine/device/device.h"
#include "runtime/address_space.h"

namespace musasim {

// Makes the device the calling thread's; the previous one. One that does not exist changes nothing.
int exchange_device(int index) noexcept;

// The device has been used: it holds memory, streams or events of this process.
bool has_context(int index) noexcept;

// The addresses of all devices; reserved at the first call.
AddressSpace& address_space();

// Index of the device that owns the address, -1 when none does. Reserves nothing.
int device_of_pointer(const void* pointer) noexcept;

}  // namespace musasim
