// Whose memory it is that the machine does not know.
#pragma once

#include <cstddef>

namespace musasim::device::check {

enum class HostMemory {
  kProgram,  // variables and constants of the program and its libraries, the calling thread's too
  kOther,    // heaps, stacks
  kNone      // nothing is there
};

// `beside`: an address in the same mapping counts as the program's: the stack that holds what a kernel is
// given.
HostMemory host_memory_at(const void* address, const void* beside);

}  // namespace musasim::device::check
