// set_ in its forms.
#pragma once

#include <ATen/core/Tensor.h>

namespace musasim {

at::Tensor& set_storage(at::Tensor& self, at::Storage source);
at::Tensor& set_storage_offset(at::Tensor& self, at::Storage source, int64_t offset,
                               at::IntArrayRef size, at::IntArrayRef stride);
at::Tensor& set_tensor(at::Tensor& self, const at::Tensor& source);
at::Tensor& set_empty(at::Tensor& self);

}  // namespace musasim
