// Copies to, from and between devices.
#pragma once

#include <ATen/core/Tensor.h>

namespace musasim {

at::Tensor& copy(at::Tensor& self, const at::Tensor& source, bool non_blocking);
at::Scalar local_scalar(const at::Tensor& self);
at::Tensor copy_from(const at::Tensor& self, const at::Tensor& target, bool non_blocking);
at::Tensor copy_from_and_resize(const at::Tensor& self, const at::Tensor& target);

}  // namespace musasim
