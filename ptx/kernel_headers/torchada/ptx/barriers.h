// Barriers of a block, waiting, and the end of a kernel.
#ifndef TORCHADA_PTX_BARRIERS_H
#define TORCHADA_PTX_BARRIERS_H

#include "named_barriers.h"

namespace torchada {
namespace ptx {

// Number 0, that all threads of the block meet at.
template <class... M>
TORCHADA_PTX void bar_sync() {
  __syncthreads();
}

template <class... M, class A>
TORCHADA_PTX void nanosleep(A a) {
#if defined(__HIP_PLATFORM_AMD__)
  __builtin_amdgcn_s_sleep(1);
#else
  __nanosleep(value<std::uint32_t>(a));
#endif
}
// A mark for a profiler of NVIDIA's.
template <class... M, class A>
TORCHADA_PTX void pmevent(A) {}
template <class... M>
TORCHADA_PTX void trap() {
#if defined(__HIP_PLATFORM_AMD__)
  __builtin_trap();
#else
  __trap();
#endif
}
template <class... M>
TORCHADA_PTX void brkpt() {
  trap();
}

// Kernels of a stream run one after the other: what a kernel depends on is done.
template <class... M>
TORCHADA_PTX void griddepcontrol_wait() {}
template <class... M>
TORCHADA_PTX void griddepcontrol_launch_dependents() {}
// How many registers a warp wants is for the compiler to know.
template <class... M, class Count>
TORCHADA_PTX void setmaxnreg(Count) {}

}  // namespace ptx
}  // namespace torchada

#endif  // TORCHADA_PTX_BARRIERS_H
