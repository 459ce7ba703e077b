// native_dropout, whose schema names no generator.
#pragma once

#include <ATen/core/Tensor.h>

#include <optional>
#include <tuple>

namespace musasim {

std::tuple<at::Tensor, at::Tensor> native_dropout(const at::Tensor& input, double p,
                                                  std::optional<bool> train);

}  // namespace musasim
