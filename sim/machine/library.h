// Functions that the libraries above the runtime (mublas, murand, mufft ...) need of the
// machine: put work on a stream, and reach device memory from it.
#pragma once

#include <functional>

#include "driver_types.h"
#include "machine/export.h"
#include "machine/memory/backing.h"
#include "machine/stream/stream.h"

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

// Waits for all work of the stream.
MUSASIM_API musaError_t wait_for(musaStream_t stream);

}  // namespace musasim
