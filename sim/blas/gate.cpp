// The gate before OpenBLAS.
#include "blas/gate.h"

#include <unistd.h>

#include <atomic>
#include <shared_mutex>

namespace musasim::blas {
namespace {

struct Gate {
  std::shared_mutex mutex;
  std::atomic<bool> closed{false};
  // A forked child has no threads that could leave.
  std::atomic<pid_t> owner{getpid()};
};

// One for each library that this is linked into, because each is taken down on its own.
Gate& gate() {
  static Gate* const only = new Gate;
  return *only;
}

__attribute__((destructor)) void close_gate() {
  gate().closed = true;
  if (gate().owner == getpid()) {
    gate().mutex.lock();
    gate().mutex.unlock();
  }
}

}  // namespace

Use::Use() noexcept : open_(true) {
  gate().mutex.lock_shared();
  open_ = !gate().closed;
}

Use::~Use() { gate().mutex.unlock_shared(); }

}  // namespace musasim::blas
