// Assertions of kernels, which the simulator reports as the runtime does: musaErrorAssert. There is nothing
// to collect here.
#pragma once

#include <cstdint>

#include "torch_musa/share/generated_cuda_compatible/include/c10/musa/MUSAMacros.h"

namespace c10::musa {

struct DeviceAssertionsData;

}  // namespace c10::musa

// Arguments of a kernel that is launched by TORCH_DSA_KERNEL_LAUNCH.
#define TORCH_DSA_KERNEL_ARGS                                                \
  [[maybe_unused]] ::c10::musa::DeviceAssertionsData *const assertions_data, \
      [[maybe_unused]] std::uint32_t assertion_caller_id
#define TORCH_DSA_KERNEL_ARGS_PASS assertions_data, assertion_caller_id
