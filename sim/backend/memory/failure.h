// The exceptions of the allocators; the PyTorch side turns them into torch's.
#pragma once

#include <cstddef>
#include <new>
#include <stdexcept>
#include <string>

#include "musa_runtime_api.h"

namespace musasim::caching {

// Under this name the runtime knows the calls by which memory is taken. It is kept until the process
// ends, which is no leak (MUSASIM_CHECK).
constexpr const char* kCacheCall = "PyTorch's cache";

// A call of the runtime failed. The text is torch's form of it.
class MusaFailure : public std::runtime_error {
 public:
  explicit MusaFailure(musaError_t code)
      : std::runtime_error(std::string("MUSA error: ") + musaGetErrorString(code)), code_(code) {}
  musaError_t code() const noexcept { return code_; }

 private:
  musaError_t code_;
};

inline void check(musaError_t code) {
  if (code != musaSuccess) {
    (void)musaGetLastError();  // the exception tells it; later calls shall not tell it again
    throw MusaFailure(code);
  }
}

// The facts that an out-of-memory message tells. Sizes in bytes.
struct OutOfMemoryReport {
  int device;
  std::size_t requested;
  std::size_t capacity;
  std::size_t free;
  std::size_t allowed;    // differs from capacity when a memory fraction is set
  std::size_t allocated;  // by PyTorch, in blocks that are in use
  std::size_t in_private_pools;
  std::size_t cached;  // reserved but not allocated
};

class OutOfMemory : public std::bad_alloc {
 public:
  explicit OutOfMemory(const OutOfMemoryReport& report) : report_(report) {}
  const char* what() const noexcept override { return "MUSA out of memory"; }
  const OutOfMemoryReport& report() const noexcept { return report_; }

 private:
  OutOfMemoryReport report_;
};

// The allocator was used against its rules.
class UsageError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace musasim::caching
