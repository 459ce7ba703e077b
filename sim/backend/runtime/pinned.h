// Pinned host memory: ordinary host memory that the simulator remembers.
#pragma once

#include <cstddef>

namespace musasim {

// nullptr when there is none (or for zero bytes).
void* allocate_pinned(std::size_t size);
void free_pinned(void* pointer) noexcept;

// The pointer lies in pinned or registered memory.
bool is_pinned(const void* pointer);

// The range becomes pinned, as by musaHostRegister. False when it overlaps one that is.
bool register_host(void* pointer, std::size_t size);
bool unregister_host(void* pointer);

}  // namespace musasim
