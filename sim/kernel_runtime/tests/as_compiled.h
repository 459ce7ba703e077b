// Kernels in the form that the compiler of .mu files gives them.
#pragma once

#include <cstddef>
#include <vector>

#include "check.h"
#include "musasim/device/built_in.h"
#include "testing/device_array.h"

// A kernel's own threadIdx hides that of the functions that it calls.
#pragma GCC diagnostic ignored "-Wshadow"

// GCC and clang want the attribute at different places.
#if defined(__clang__)
#define MUSASIM_INLINED_MUTABLE __attribute__((always_inline)) mutable
#else
#define MUSASIM_INLINED_MUTABLE mutable __attribute__((always_inline))
#endif

// auto body = MUSASIM_BODY { ...what the kernel does... };
#define MUSASIM_BODY                                                                   \
  [=]([[maybe_unused]] const uint3& threadIdx, [[maybe_unused]] const uint3& blockIdx, \
      [[maybe_unused]] const dim3& blockDim, [[maybe_unused]] const dim3& gridDim)     \
      MUSASIM_INLINED_MUTABLE->void

// LAUNCH(kernel, grid, block, ...)(arguments)
#define LAUNCH(name, ...) ::musasim::device::configure(__VA_ARGS__) ? (void)0 : name

namespace musasim::testing {

inline musaError_t finish() { return musaDeviceSynchronize(); }

template <class T, class Make>
std::vector<T> made(std::size_t count, Make make) {
  std::vector<T> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    values[i] = static_cast<T>(make(i));
  }
  return values;
}

}  // namespace musasim::testing
