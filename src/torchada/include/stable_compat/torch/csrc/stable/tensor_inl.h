// What tensor_struct.h declares.
#pragma once

#include <torch/csrc/stable/tensor_struct.h>

#ifndef TORCHADA_STABLE_TENSOR
#include_next <torch/csrc/stable/tensor_inl.h>
#else
#include <torch/csrc/stable/stableivalue_conversions.h>

namespace torch::stable {

// torch 2.9's is not inline: two sources of a library would define it.
inline ScalarType Tensor::scalar_type() const {
  int32_t type;
  TORCH_ERROR_CODE_CHECK(aoti_torch_get_dtype(get(), &type));
  return to<ScalarType>(from(type));
}

inline Device Tensor::device() const {
  return Device(static_cast<DeviceType>(device_type()), get_device_index());
}

}  // namespace torch::stable
#endif
