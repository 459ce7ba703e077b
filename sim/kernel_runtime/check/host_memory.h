// Whose memory it is that the machine does not know.
#pragma once

#include <cstddef>

namespace musasim::device::check {

struct Range {
  const char* begin = nullptr;
  std::size_t size = 0;

  bool has(const char* address) const noexcept {
    return static_cast<std::size_t>(address - begin) < size;
  }
};

// The calling thread's variables that belong to the program or library of a function: a kernel's __shared__
// ones. Nothing where it has none yet.
Range thread_local_of(const void* function);

enum class HostMemory {
  kProgram,  // variables and constants of the program and its libraries, the calling thread's too
  kOther,    // heaps, stacks
  kNone      // nothing is there
};

// `beside`: an address in the same mapping counts as the program's: the stack that holds what a kernel is
// given.
HostMemory host_memory_at(const void* address, const void* beside);

}  // namespace musasim::device::check
