// Nested tensors of the strided layout: a buffer on the device, and shapes on the host.
#pragma once

#include <ATen/core/Tensor.h>

namespace musasim {

// A nested tensor on `device` over `storage`, with the shapes of `source`. The shapes end up in
// host memory, wherever a kernel has put them.
at::Tensor remake_nested(const at::Tensor& source, c10::Storage storage, c10::Device device);

// Shapes, which are tensors of the host as on CUDA.
at::Tensor nested_sizes(const at::Tensor& self);
at::Tensor nested_strides(const at::Tensor& self);
at::Tensor nested_offsets(const at::Tensor& self);

}  // namespace musasim
