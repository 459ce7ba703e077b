#pragma once

#include <torch/csrc/stable/tensor.h>

#include <cstdint>
#include <optional>
#include <tuple>

void scale(torch::stable::Tensor& out, const torch::stable::Tensor& x, double factor);
torch::stable::Tensor flat_like(const torch::stable::Tensor& x, int64_t rows);
std::tuple<torch::stable::Tensor, int64_t> dense(const torch::stable::Tensor& x,
                                                 std::optional<double> unused);
