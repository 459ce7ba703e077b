// The names of the MUSA device, and of its keys, in PyTorch.
#pragma once

#include <ATen/Dispatch.h>
#include <ATen/core/TensorBase.h>
#include <c10/core/Backend.h>
#include <c10/core/Device.h>
#include <c10/core/DispatchKey.h>

namespace at {
namespace musa {

constexpr c10::DeviceType kMUSA = c10::DeviceType::PrivateUse1;
constexpr c10::Backend kMUSABackend = c10::Backend::PrivateUse1;
constexpr c10::DispatchKey kMUSAKey = c10::DispatchKey::PrivateUse1;

inline bool is_musa(const TensorBase& tensor) { return tensor.device().type() == kMUSA; }

}  // namespace musa

using musa::kMUSA;

}  // namespace at
