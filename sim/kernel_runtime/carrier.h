// Threads of the operating system that run blocks.
#pragma once

#include <cstdint>

#include "kernel_runtime/job.h"

namespace musasim::device {

class Block;

// The calling thread runs blocks of the job until none is left to begin.
void carry(Job& job);

// In the grid whose size is set, and in its blocks.
uint3 index_of_block(std::uint64_t number);
uint3 index_of_thread(unsigned rank);

// The calling thread's, whether it runs a kernel or not.
const Block& own_block();

// The fibers of the calling thread's kernel; nullptr where it runs as a plain loop, or where no kernel runs.
Block* running_block() noexcept;

// The same also where it runs as a plain loop.
Block* any_running_block() noexcept;

// Ends the kernel, or the program: a caller needs a block and none runs.
[[noreturn]] Block& no_block();

// Whether the address is where the stack of the calling thread's kernel has ended. For signal handlers.
bool is_beyond_stack(const void* address) noexcept;

// Whether the address is where the calling thread's blocks may have their dynamic shared memory.
bool is_dynamic_shared(const void* address) noexcept;

// Ends the kernel that the calling thread runs.
[[noreturn]] void fail_kernel(musaError_t error);
// The same, because the function of that name cannot do what it is asked for.
[[noreturn]] void fail_kernel(const char* name, const char* reason);

}  // namespace musasim::device
