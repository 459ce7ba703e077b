// PyTorch's torch::stable::Device with is_privateuseone(), which ported sources call where CUDA's call is_cuda().
#pragma once

#include <torch/headeronly/core/DeviceType.h>
#include <torch/headeronly/macros/Macros.h>
#include <torch/headeronly/util/Exception.h>

#include <string>

// The class can only get the member while it is defined: before its is_cpu().
#define is_cpu()                                                                 \
  is_privateuseone() const noexcept { return type_ == DeviceType::PrivateUse1; } \
  bool is_cpu()
#include_next <torch/csrc/stable/device_struct.h>
#undef is_cpu
