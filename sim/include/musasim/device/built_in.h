// A thread's built-in variables, barriers, fences, clocks.
#pragma once

#include <cstddef>

#include "driver_types.h"
#include "musasim/device/kernel.h"
#include "musasim/device/state.h"
#include "musasim/device/sync.h"
#include "vector_types.h"

using ::musasim::device::blockDim;
using ::musasim::device::blockIdx;
using ::musasim::device::gridDim;
using ::musasim::device::threadIdx;
using ::musasim::device::warpSize;

inline void __syncthreads() { ::musasim::device::block_barrier(); }
inline int __syncthreads_count(int predicate) {
  return static_cast<int>(::musasim::device::block_vote(predicate != 0).yes);
}
inline int __syncthreads_and(int predicate) {
  const ::musasim::device::Votes votes = ::musasim::device::block_vote(predicate != 0);
  return votes.yes == votes.all ? 1 : 0;
}
inline int __syncthreads_or(int predicate) {
  return ::musasim::device::block_vote(predicate != 0).yes != 0 ? 1 : 0;
}

// One lane says for its warp, or one thread for its block, that results are there; and whoever waits in a
// loop for that often has a fence in it.
inline void __threadfence() {
  ::musasim::device::catch_up();
  __sync_synchronize();
  ::musasim::device::spin();
}
inline void __threadfence_block() { __threadfence(); }
inline void __threadfence_system() { __threadfence(); }

// The function that assert() of device code calls: the kernel ends with musaErrorAssert. In the host's code it is the C
// library's, which <assert.h> may declare again by this name.
extern "C" [[noreturn]] MUSASIM_DEVICE_API void musasim_assertion_failed(
    const char* expression, const char* file, unsigned line, const char* function) noexcept;

[[noreturn]] MUSASIM_DEVICE_API void __trap();
namespace musasim::device {
// Ends the kernel that the calling thread runs.
[[noreturn]] MUSASIM_DEVICE_API void end_kernel(musaError_t error);
}  // namespace musasim::device
inline void __brkpt() {}
inline void __nanosleep(unsigned) { ::musasim::device::yield(); }
// Nanoseconds: the simulated multiprocessors run at 1 GHz.
MUSASIM_DEVICE_API long long clock64();

namespace musasim {

// Takes what stands between <<< and >>>.
inline void check_launch(dim3 grid, dim3 block, std::size_t shared_bytes = 0,
                         musaStream_t stream = nullptr) {
  (void)grid, (void)block, (void)shared_bytes, (void)stream;
}

}  // namespace musasim
