// Names of the compiler of .mu files for threads: barriers, fences, the end of a
// thread, special registers, operations of a warp, hints. The names that C code may declare have C linkage, as
// programs do declare them.
#pragma once

#include "musasim/device/built_in.h"
#include "musasim/device/kernel.h"
#include "musasim/device/warp.h"

// Orders shared memory alone on a device; here there is no weaker barrier.
inline void __syncthreads_lm() { __syncthreads(); }
// SGLang's kernels call it before they read another device's flag: caches have nothing to forget here.
inline void flushInv_byp() { __threadfence_system(); }
// No cache has to be flushed.
inline void __threadfence_system_noflush() { __threadfence_system(); }

extern "C" {

inline void __musa_barrier0() { __syncthreads(); }
inline void __musa_syncwarp() { __syncwarp(); }

inline void __musa_membar_cta() { __threadfence_block(); }
inline void __musa_membar_gl() { __threadfence(); }
inline void __musa_membar_sys() { __threadfence_system(); }
inline void __musa_fence_rel() { __threadfence_system(); }
inline void __musa_fence_acq() { __threadfence_system(); }
// Earlier writes are visible to other devices: the cache of the system has no counterpart here.
inline void __musa_barrier_slc() { __threadfence_system(); }
// Local memory is written when it is written.
inline void __musa_lma_wait() {}

// Ends the calling thread, wherever it is; the block's barriers do not wait for it any more.
[[noreturn]] inline void __musa_exit() { ::musasim::device::end_thread(); }

inline void __musa_nanosleep(unsigned nanoseconds) { __nanosleep(nanoseconds); }

// Hints for the optimiser and for the count of a kernel's barriers; they do nothing here.
inline void __musa_loop_transparent_outermost() {}
inline void __musa_async_bar_record(int) {}

#define MUSASIM_REGISTER(name, value) \
  inline unsigned __musa_read_ptx_sreg_##name() { return static_cast<unsigned>(value); }
#define MUSASIM_REGISTERS(name, variable)  \
  MUSASIM_REGISTER(name##_x, (variable).x) \
  MUSASIM_REGISTER(name##_y, (variable).y) \
  MUSASIM_REGISTER(name##_z, (variable).z)
MUSASIM_REGISTERS(tid, ::musasim::device::threadIdx)
MUSASIM_REGISTERS(ctaid, ::musasim::device::blockIdx)
MUSASIM_REGISTERS(ntid, ::musasim::device::blockDim)
MUSASIM_REGISTERS(nctaid, ::musasim::device::gridDim)
MUSASIM_REGISTER(laneid, ::musasim::device::lane_id())
MUSASIM_REGISTER(warpsize, ::musasim::device::warpSize)
#undef MUSASIM_REGISTERS
#undef MUSASIM_REGISTER

}  // extern "C"

// Masks are about the 32 lanes among which the caller is.
inline unsigned __get_laneid() { return ::musasim::device::lane_id(); }
inline unsigned __get_lanemask_lt() { return (1U << ::musasim::device::lane_id() % 32) - 1; }
inline unsigned __get_lanemask_le() { return __get_lanemask_lt() << 1 | 1U; }
inline unsigned __get_lanemask_gt() { return ~__get_lanemask_le(); }
inline unsigned __get_lanemask_ge() { return ~__get_lanemask_lt(); }
inline unsigned __get_lanemask_eq() { return 1U << ::musasim::device::lane_id() % 32; }

namespace musasim::device {

// The width of the groups that the last argument of a shuffle asks for: its bits from the seventh on are those
// of the lane's number that the group's lanes have in common.
inline int width_of_clamp(int clamp) {
  const int width = (~(clamp >> 7) & 0x7f) + 1;
  return width < warpSize ? width : warpSize;
}

}  // namespace musasim::device

extern "C" {

#define MUSASIM_CLAMPED_SHUFFLE(name, Second)                                             \
  inline int __musa_##name##_sync_i32(int value, Second second, int clamp) {              \
    return __##name##_sync(~0U, value, second, ::musasim::device::width_of_clamp(clamp)); \
  }
MUSASIM_CLAMPED_SHUFFLE(shfl, int)
MUSASIM_CLAMPED_SHUFFLE(shfl_up, unsigned)
MUSASIM_CLAMPED_SHUFFLE(shfl_down, unsigned)
MUSASIM_CLAMPED_SHUFFLE(shfl_xor, int)
#undef MUSASIM_CLAMPED_SHUFFLE

}  // extern "C"
