// Tells PyTorch's profiler of allocations, where it asks for memory (profile_memory=True).
#pragma once

namespace musasim {

// A block that was just allocated, or is about to be freed.
void report_allocation(void* pointer);
void report_free(void* pointer);

}  // namespace musasim
