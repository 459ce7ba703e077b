// Counts the memory that each device has given away.
#pragma once

#include <cstddef>

#include "driver_types.h"

namespace musasim::capacity {

// False when there is not that much left.
bool take(int device, std::size_t bytes) noexcept;
void give_back(int device, std::size_t bytes) noexcept;
// Tells who wants to hear of it that this cannot be had; musaErrorMemoryAllocation.
musaError_t refuse(int device, std::size_t bytes) noexcept;
std::size_t free_bytes(int device) noexcept;
std::size_t total_bytes(int device) noexcept;

}  // namespace musasim::capacity
