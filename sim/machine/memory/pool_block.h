// Functions of pools that the general allocation functions need.
#pragma once

#include <cstddef>

#include "machine/memory/allocation.h"

namespace musasim::pools {

// A block that is out of the registry already goes back to its pool at once.
void release_block(const Allocation& what) noexcept;

// Makes all pools of the device give back what they do not use. True when that was anything.
bool release_unused(int device) noexcept;

}  // namespace musasim::pools
