// Queries about MUSA: devices, streams, handles of libraries.
#pragma once

#include <ATen/Context.h>
#include <ATen/core/Tensor.h>

#include "torch_musa/csrc/aten/musa/Exceptions.h"
#include "torch_musa/csrc/aten/musa/MUSAContextLight.h"
#include "torch_musa/csrc/core/MUSAFunctions.h"
#include "torch_musa/csrc/core/MUSAStream.h"

namespace at::musa {

// The number of devices.
C10_MUSA_API std::int64_t getNumGPUs();
C10_MUSA_API bool is_available();

inline void lazyInitMUSA() { globalContext().lazyInitDevice(kMUSA); }

// The architecture as __MUSA_ARCH__ has it: 220 for a device of 2.2.
C10_MUSA_API std::uint32_t getMUSAArch();
C10_MUSA_API std::uint32_t getMUSAArch(c10::DeviceIndex device);

}  // namespace at::musa
