// Faults, traps and asserts that end a kernel from inside, and clocks.
#include <time.h>

#include <cstdio>
#include <cstring>

#include "kernel_runtime/block.h"
#include "kernel_runtime/carrier.h"
#include "musasim/device/built_in.h"

using namespace musasim::device;

// The C library's, which <cassert> does not declare under NDEBUG.
extern "C" [[noreturn]] void __assert_fail(const char* expression, const char* file, unsigned line,
                                           const char* function) noexcept;

namespace {

void print_place() {
  std::fprintf(stderr, "block: [%u,%u,%u]", blockIdx.x, blockIdx.y, blockIdx.z);
  if (running_block() != nullptr) {
    std::fprintf(stderr, ", thread: [%u,%u,%u]", threadIdx.x, threadIdx.y, threadIdx.z);
  }
}

// The body of a kernel is compiled as a lambda in the kernel, which is what the message names.
int length_of_name(const char* function) {
  for (const char* body : {"::<lambda(", "::(anonymous class)"}) {
    if (const char* const at = std::strstr(function, body)) return static_cast<int>(at - function);
  }
  return static_cast<int>(std::strlen(function));
}

}  // namespace

void musasim_assertion_failed(const char* expression, const char* file, unsigned line,
                              const char* function) noexcept {
  if (!inside()) {
    __assert_fail(expression, file, line, function);
  }
  flockfile(stderr);
  std::fprintf(stderr, "%s:%u: %.*s: ", file, line, length_of_name(function), function);
  print_place();
  std::fprintf(stderr, " Assertion `%s` failed.\n", expression);
  funlockfile(stderr);
  fail_kernel(musaErrorAssert);
}

void __trap() {
  if (!inside()) {
    __builtin_trap();
  }
  fail_kernel(musaErrorLaunchFailure);
}

void musasim::device::end_kernel(musaError_t error) { fail_kernel(error); }

long long clock64() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}
