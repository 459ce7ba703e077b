// What a compiled Triton kernel calls. musasim.triton renames the compiler's intrinsics to these functions; they have C
// names because a kernel's object is made without a C++ compiler.
#pragma once

#include <cstdint>

#include "musasim/device/kernel.h"

extern "C" {

// --- grids ---

// The body of one thread. args[i] points to the launch's copy of argument i.
using MusasimTritonThread = void (*)(const void* args);
using MusasimTritonRows = void (*)(const void* args, const musasim::device::Rows& rows);
// What the kernel's entry calls: runs the grid. `rows` is there for kernels whose threads do not wait for each other.
MUSASIM_DEVICE_API void musasim_triton_run(const musasimLaunch* launch, void** args,
                                           MusasimTritonThread thread, MusasimTritonRows rows);
// The same for a kernel that tells each access to memory before it is made (sim/device/check/hooks.cpp).
MUSASIM_DEVICE_API void musasim_triton_run_checked(const musasimLaunch* launch, void** args,
                                                   MusasimTritonThread thread);
// What `rows` calls: the threads of these rows, one after the other.
MUSASIM_DEVICE_API void musasim_triton_rows(const void* args, const musasim::device::Rows& rows,
                                            MusasimTritonThread thread);

// --- what a thread knows ---

MUSASIM_DEVICE_API std::uint32_t musasim_triton_thread_id();
MUSASIM_DEVICE_API std::uint32_t musasim_triton_block_id(std::uint32_t axis);
MUSASIM_DEVICE_API std::uint32_t musasim_triton_grid_size(std::uint32_t axis);
// The block's dynamic shared memory.
MUSASIM_DEVICE_API void* musasim_triton_shared();
// Four bytes of the eight of both, by four numbers of 8 bits: 0 to 7 from the lowest one of `low` on, 8 to 11 the sign of
// each two, 12 for zeros, others for ones.
MUSASIM_DEVICE_API std::uint32_t musasim_triton_bytes(std::uint32_t high, std::uint32_t low,
                                                      std::uint32_t numbers);
// Nanoseconds.
MUSASIM_DEVICE_API std::uint64_t musasim_triton_clock();

// --- threads meet ---

MUSASIM_DEVICE_API void musasim_triton_barrier();
// A warp has 32 lanes here, whatever the device has. They wait for each other; on a GPU they go in step.
MUSASIM_DEVICE_API void musasim_triton_warp_barrier();
// Each lane gets the value of another one of its warp; these differ in how they name it. By four times its number:
MUSASIM_DEVICE_API std::uint32_t musasim_triton_bpermute(std::uint32_t address,
                                                         std::uint32_t value);
// By a pattern of bits: the lane's own number, & bits 0 to 4, | bits 5 to 9, ^ bits 10 to 14.
MUSASIM_DEVICE_API std::uint32_t musasim_triton_swizzle(std::uint32_t value, std::uint32_t pattern);
// By 16 numbers of 4 bits, one a lane, in its own 16 lanes or in the 16 beside them.
MUSASIM_DEVICE_API std::uint32_t musasim_triton_permlane(std::uint32_t value, std::uint32_t low,
                                                         std::uint32_t high, std::uint32_t other);
// By its number, the same for all lanes.
MUSASIM_DEVICE_API std::uint32_t musasim_triton_read_lane(std::uint32_t value, std::uint32_t lane);
// Keeps a number for other threads of the block, one for each of theirs; they get it behind a barrier.
MUSASIM_DEVICE_API void musasim_triton_put(std::uint32_t thread, std::uint64_t number);
MUSASIM_DEVICE_API std::uint64_t musasim_triton_get(std::uint32_t thread);
// Bit i: the answer of lane i.
MUSASIM_DEVICE_API std::uint32_t musasim_triton_ballot(bool yes);

// --- a warp whose lanes go in step ---

// Elements of `size` bytes, 1, 2, 4 or 8, at the addresses of the lanes whose bits are set.
MUSASIM_DEVICE_API void musasim_triton_gather(void* out, const void* const* addresses,
                                              std::uint32_t size, std::uint32_t lanes);
MUSASIM_DEVICE_API void musasim_triton_scatter(void* const* addresses, const void* in,
                                               std::uint32_t size, std::uint32_t lanes);
// The same where `size` bytes of each lane lie behind those of the lane before.
MUSASIM_DEVICE_API void musasim_triton_read(void* out, const void* address, std::uint32_t size,
                                            std::uint32_t lanes);
MUSASIM_DEVICE_API void musasim_triton_write(void* address, const void* in, std::uint32_t size,
                                             std::uint32_t lanes);

// --- output and errors ---

// A message in pieces: its format, then its numbers as 64 bits each, seven a call. The last piece prints it.
MUSASIM_DEVICE_API std::uint64_t __ockl_printf_begin(std::uint64_t version);
// One of these is that of a failed assertion: it goes to stderr, behind the place of the thread.
MUSASIM_DEVICE_API std::uint64_t __ockl_fprintf_stderr_begin();
MUSASIM_DEVICE_API std::uint64_t __ockl_printf_append_string_n(std::uint64_t message,
                                                               const char* text,
                                                               std::uint64_t length,
                                                               std::uint32_t is_last);
MUSASIM_DEVICE_API std::uint64_t __ockl_printf_append_args(
    std::uint64_t message, std::uint32_t count, std::uint64_t a, std::uint64_t b, std::uint64_t c,
    std::uint64_t d, std::uint64_t e, std::uint64_t f, std::uint64_t g, std::uint32_t is_last);
// An assertion has failed.
[[noreturn]] MUSASIM_DEVICE_API void musasim_triton_fail();

}  // extern "C"
