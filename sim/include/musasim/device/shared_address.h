// Addresses of shared memory that are shorter than a pointer: on a device 32 bits are enough for them, and 18 in
// descriptions.
#pragma once

#include <cstdint>

#include "musasim/device/state.h"

namespace musasim::device {

// The place in the calling thread's shared memory whose address ends in these bits. `name` asks for it.
MUSASIM_DEVICE_API char* shared_place(const char* name, std::uint32_t address, int bits);

// The address of a pointer that may have been made from 32 bits.
inline char* shared_place(const char* name, const void* pointer) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (address >> 32 != 0) return reinterpret_cast<char*>(address);
  return shared_place(name, static_cast<std::uint32_t>(address), 32);
}

}  // namespace musasim::device
