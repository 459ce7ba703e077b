// The memory that the host has left: what it says itself, and the limits of control groups.
#pragma once

#include <cstddef>
#include <string>

#include "machine/export.h"

namespace musasim {

// Bytes; 0 when the host does not tell. root stands before /proc and /sys.
MUSASIM_API std::size_t free_host_memory(const std::string& root = "");

// The memory of each of this many devices, so that they and the program fit into that much.
MUSASIM_API std::size_t fitting_memory(std::size_t free, int devices, std::size_t model) noexcept;

}  // namespace musasim
