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
// The same for a kernel that tells each access to memory before it is made (sim/kernel_runtime/check/hooks.cpp).
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

// --- functions of values ---

// Each byte of the result is chosen by one byte of `numbers`: 0 to 7 is that byte of `high`:`low`; 8 to 11 is 0xff or 0 by
// the sign of a 16-bit half; 12 is 0; above is 0xff.
MUSASIM_DEVICE_API std::uint32_t musasim_triton_byte_permute(std::uint32_t high, std::uint32_t low,
                                                             std::uint32_t numbers);
// The time in nanoseconds.
MUSASIM_DEVICE_API std::uint64_t musasim_triton_clock();

// --- threads meet ---

MUSASIM_DEVICE_API void musasim_triton_barrier();
// A warp has 32 lanes here, whatever the device has. They wait for each other; on a GPU they go in step.
MUSASIM_DEVICE_API void musasim_triton_warp_barrier();
// In the next four, each lane gets the value of another one of its warp.
// Each lane gets `value` of the lane whose number is `address` / 4.
MUSASIM_DEVICE_API std::uint32_t musasim_triton_bpermute(std::uint32_t address,
                                                         std::uint32_t value);
// Each lane gets `value` of the lane ((its own number & bits 0 to 4 of `pattern`) | bits 5 to 9) ^ bits 10 to 14.
MUSASIM_DEVICE_API std::uint32_t musasim_triton_swizzle(std::uint32_t value, std::uint32_t pattern);
// Each lane gets `value` of a lane of its own 16 or, where `other` is not 0, of the 16 beside them; `high`:`low` has 16
// numbers of 4 bits, the number of that lane for each of the 16.
MUSASIM_DEVICE_API std::uint32_t musasim_triton_permlane(std::uint32_t value, std::uint32_t low,
                                                         std::uint32_t high, std::uint32_t other);
// All lanes get `value` of the lane with this number, which is the same for all.
MUSASIM_DEVICE_API std::uint32_t musasim_triton_read_lane(std::uint32_t value, std::uint32_t lane);
// Keeps a number for the thread of the block, which may be another one; it is there for get() behind a barrier.
MUSASIM_DEVICE_API void musasim_triton_put(std::uint32_t thread, std::uint64_t number);
// The number that was put for the thread.
MUSASIM_DEVICE_API std::uint64_t musasim_triton_get(std::uint32_t thread);
// Bit i of the result is the answer of lane i.
MUSASIM_DEVICE_API std::uint32_t musasim_triton_ballot(bool yes);

// --- a warp whose lanes go in step ---

// Copies elements of `size` bytes, 1, 2, 4 or 8, from the addresses of the lanes whose bits in `lanes` are set.
MUSASIM_DEVICE_API void musasim_triton_gather(void* out, const void* const* addresses,
                                              std::uint32_t size, std::uint32_t lanes);
// The same to the addresses.
MUSASIM_DEVICE_API void musasim_triton_scatter(void* const* addresses, const void* in,
                                               std::uint32_t size, std::uint32_t lanes);
// Copies `size` bytes of each lane whose bit in `lanes` is set; they lie behind those of the lane before.
MUSASIM_DEVICE_API void musasim_triton_read(void* out, const void* address, std::uint32_t size,
                                            std::uint32_t lanes);
// The same to the address.
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
