// native_dropout: the CPU kernel would draw from the CPU's default generator.
#include "aten/native/dropout.h"

#include <ATen/ops/empty_like.h>
#include <ATen/ops/ones_like.h>

namespace musasim {

std::tuple<at::Tensor, at::Tensor> native_dropout(const at::Tensor& input, double p,
                                                  std::optional<bool> train) {
  if (!train.value_or(true)) {
    return {input.clone(), at::ones_like(input, at::kBool)};
  }
  at::Tensor mask = at::empty_like(input, at::kBool);
  mask.bernoulli_(1.0 - p);  // from the device's default generator
  const double scale = p == 1.0 ? 0.0 : 1.0 / (1.0 - p);
  return {input.mul(mask).mul_(scale), std::move(mask)};
}

}  // namespace musasim
