// What the libraries above the runtime (mublas, murand, mufft, musparse, musolver, mccl) need of the
// machine: put work on a stream, and reach device memory from it.
#pragma once

#include <functional>

#include "driver_types.h"
#include "machine/export.h"

namespace musasim {

// Thrown by work that finds what breaks the device, such as an index outside of its matrix.
struct DeviceFault {
  musaError_t error;
};

// Runs `work` on the stream as a kernel of that name would run: after what the stream holds, in
// order, recorded (not run) while the stream is being captured, and repeated by each replay, so it
// must own or keep alive all that it uses, and be callable often. `stream` is any handle that the
// runtime takes, the default ones included. `work` returns musaSuccess or what breaks the device;
// DeviceFault does the same from deep inside, and a lack of memory is musaErrorMemoryAllocation.
// Returns at once with musaSuccess or what the submission gives (with MUSA_LAUNCH_BLOCKING=1 when the
// work is done).
MUSASIM_API musaError_t launch_work(musaStream_t stream, const char* name,
                                    std::function<musaError_t()> work);

// The same for work that waits for other work which is launched later: never blocks.
MUSASIM_API musaError_t launch_joint_work(musaStream_t stream, const char* name,
                                          std::function<musaError_t()> work);

// The stream is being captured: waiting for it is not allowed.
MUSASIM_API bool is_capturing(musaStream_t stream);

// Waits for all work of the stream.
MUSASIM_API musaError_t wait_for(musaStream_t stream);

// Where the calling code reads and writes the memory behind a device pointer. The same address,
// except where MUSASIM_CHECK protects device memory: outside of work and kernels it is that of the
// machine's own view. Host pointers come back unchanged. Work and kernels of the libraries use
// backing() on every pointer into device memory, and within them only, so that it is checked.
MUSASIM_API void* backing_address(const void* pointer) noexcept;

template <class T>
T* backing(T* pointer) noexcept {
  return static_cast<T*>(const_cast<void*>(
      static_cast<const void*>(backing_address(static_cast<const void*>(pointer)))));
}

// The device that owns it, or -1 for host memory and managed memory without a home.
MUSASIM_API int device_of(const void* pointer) noexcept;

}  // namespace musasim
