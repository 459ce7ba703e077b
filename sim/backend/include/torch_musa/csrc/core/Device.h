// The devices of this process.
#pragma once

#include <c10/core/Device.h>

#include "torch_musa/share/generated_cuda_compatible/include/c10/musa/MUSAMacros.h"

namespace c10::musa {

// The calling thread's.
C10_MUSA_API DeviceIndex current_device();
C10_MUSA_API void set_device(DeviceIndex device);
// Waits for all work of the current device.
C10_MUSA_API void Synchronize();

}  // namespace c10::musa

// The names of c10 are there under ATen's, too, as for PyTorch's own devices.
namespace at::musa {
using namespace c10::musa;
}
