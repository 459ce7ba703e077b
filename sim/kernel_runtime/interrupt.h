// Threads of kernels that wait in a loop for memory to change, and call nothing: they are interrupted, as
// an operating system would, and another thread of their block gets its turn.
#pragma once

#include <pthread.h>

#include <cstdint>

namespace musasim::device {

// The addresses of a library's or program's code.
struct Code {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;

  bool has(std::uintptr_t place) const noexcept { return place >= begin && place < end; }
};

// The code of the library or program that the function belongs to; nothing where that is not known.
Code code_around(const void* function);

// Has a carrier look for another thread to run.
void interrupt(pthread_t thread);

}  // namespace musasim::device
