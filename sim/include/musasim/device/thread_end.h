// The end of a thread from within a function. An exception does that without the run time's help; with
// -fno-exceptions the kernel ends.
#pragma once

#include "musasim/device/state.h"

namespace musasim::device {

struct ThreadEnd {};

[[noreturn]] inline void end_thread() {
#if defined(__cpp_exceptions)
  if (inside()) throw ThreadEnd();
#endif
  __builtin_trap();
}

// Runs a thread's body until it returns or ends itself.
template <class Run>
__attribute__((always_inline)) inline void until_end(const Run& run) {
#if defined(__cpp_exceptions)
  try {
    run();
  } catch (const ThreadEnd&) {
  }
#else
  run();
#endif
}

}  // namespace musasim::device
