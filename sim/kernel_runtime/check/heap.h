// Memory that kernels have allocated: malloc() and new in device code. It lies where the host's does, but
// kernels may use it.
#pragma once

#include <cstddef>

namespace musasim::device::check {

bool is_in_device_heap(const void* address, std::size_t size);

}  // namespace musasim::device::check
