// PyTorch's torch::stable::Tensor with is_privateuseone(), which ported sources call where CUDA's call is_cuda().
#pragma once

// What PyTorch's header includes, before a name of it gets another meaning.
#include <torch/csrc/inductor/aoti_torch/c/shim.h>
#include <torch/csrc/stable/accelerator.h>
#include <torch/csrc/stable/c/shim.h>
#include <torch/csrc/stable/device_struct.h>
#include <torch/csrc/stable/macros.h>
#include <torch/headeronly/core/ScalarType.h>
#include <torch/headeronly/util/Exception.h>
#include <torch/headeronly/util/HeaderOnlyArrayRef.h>
#include <torch/headeronly/util/shim_utils.h>

#include <climits>
#include <memory>

// The class can only get the member while it is defined: before its is_cpu().
#define is_cpu()                                                             \
  is_privateuseone() const {                                                 \
    int32_t device_type;                                                     \
    TORCH_ERROR_CODE_CHECK(aoti_torch_get_device_type(get(), &device_type)); \
    return device_type == aoti_torch_device_type_privateuse1();              \
  }                                                                          \
  bool is_cpu()
#include_next <torch/csrc/stable/tensor_struct.h>
#undef is_cpu
