// Properties of devices, and the handles of MUSA's libraries.
#pragma once

#include <c10/core/Allocator.h>
#include <c10/core/Device.h>
#include <mublas.h>
#include <mublasLt.h>
#include <musa_runtime_api.h>
#include <musolver.h>
#include <musparse.h>

#include "torch_musa/share/generated_cuda_compatible/include/c10/musa/MUSAMacros.h"

namespace at::musa {

// They stay as long as the process.
C10_MUSA_API musaDeviceProp* getCurrentDeviceProperties();
C10_MUSA_API musaDeviceProp* getDeviceProperties(c10::DeviceIndex device);
// The warp size of the current device.
C10_MUSA_API int warp_size();
C10_MUSA_API bool canDeviceAccessPeer(c10::DeviceIndex device, c10::DeviceIndex peer_device);

C10_MUSA_API c10::Allocator* getMUSADeviceAllocator();

// The calling thread's for the current device, on its current stream.
C10_MUSA_API mublasHandle_t getCurrentMUSABlasHandle();
C10_MUSA_API mublasLtHandle_t getCurrentMUSABlasLtHandle();
C10_MUSA_API musparseHandle_t getCurrentMUSASparseHandle();
C10_MUSA_API musolverDnHandle_t getCurrentMUSASolverDnHandle();
// Nothing to do: a call's workspace goes with it.
C10_MUSA_API void clearMublasWorkspaces();

}  // namespace at::musa
