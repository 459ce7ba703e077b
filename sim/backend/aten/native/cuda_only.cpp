// Products whose result has a type of its own, in that type; histc of integers in double.
#include "aten/native/cuda_only.h"

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>
#include <ATen/ops/addmm.h>
#include <ATen/ops/baddbmm.h>
#include <ATen/ops/bmm.h>
#include <ATen/ops/histc.h>
#include <ATen/ops/mm.h>

#include "aten/fallback.h"

namespace musasim {

namespace {

using at::Scalar;
using at::ScalarType;
using at::Tensor;

// The factor in the type of the product, if CUDA has such a product.
Tensor factor(const Tensor& self, ScalarType out_dtype) {
  const ScalarType type = self.scalar_type();
  const bool narrow = type == at::kHalf || type == at::kBFloat16;
  TORCH_CHECK(out_dtype == type || (out_dtype == at::kFloat && narrow),
              "out_dtype must be the same as input dtype or fp32 for fp16/bf16 inputs");
  return self.to(out_dtype);
}

Tensor& give(Tensor& out, const Tensor& result) {
  TORCH_CHECK(out.scalar_type() == result.scalar_type(), "expected an out tensor of type ",
              result.scalar_type(), ", but got ", out.scalar_type());
  if (out.sizes() != result.sizes()) {
    out.resize_(result.sizes());
  }
  return out.copy_(result);
}

Tensor mm_typed(const Tensor& a, const Tensor& b, ScalarType type) {
  return at::mm(factor(a, type), factor(b, type));
}

Tensor& mm_typed_out(const Tensor& a, const Tensor& b, ScalarType type, Tensor& out) {
  return give(out, mm_typed(a, b, type));
}

Tensor bmm_typed(const Tensor& a, const Tensor& b, ScalarType type) {
  return at::bmm(factor(a, type), factor(b, type));
}

Tensor& bmm_typed_out(const Tensor& a, const Tensor& b, ScalarType type, Tensor& out) {
  return give(out, bmm_typed(a, b, type));
}

Tensor addmm_typed(const Tensor& self, const Tensor& a, const Tensor& b, ScalarType type,
                   const Scalar& beta, const Scalar& alpha) {
  return at::addmm(self.to(type), factor(a, type), factor(b, type), beta, alpha);
}

Tensor& addmm_typed_out(const Tensor& self, const Tensor& a, const Tensor& b, ScalarType type,
                        const Scalar& beta, const Scalar& alpha, Tensor& out) {
  return give(out, addmm_typed(self, a, b, type, beta, alpha));
}

Tensor baddbmm_typed(const Tensor& self, const Tensor& a, const Tensor& b, ScalarType type,
                     const Scalar& beta, const Scalar& alpha) {
  return at::baddbmm(self.to(type), factor(a, type), factor(b, type), beta, alpha);
}

Tensor& baddbmm_typed_out(const Tensor& self, const Tensor& a, const Tensor& b, ScalarType type,
                          const Scalar& beta, const Scalar& alpha, Tensor& out) {
  return give(out, baddbmm_typed(self, a, b, type, beta, alpha));
}

void histc(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  c10::IValue& input = (*stack)[stack->size() - op.schema().arguments().size()];
  const ScalarType type = input.toTensor().scalar_type();
  const bool integral = c10::isIntegralType(type, /*includeBool=*/false);
  if (integral) {
    input = input.toTensor().to(at::kDouble);
  }
  cpu_fallback(op, stack);
  if (integral) {
    stack->back() = stack->back().toTensor().to(type);
  }
}

Tensor& histc_out(const Tensor& self, std::int64_t bins, const Scalar& low, const Scalar& high,
                  Tensor& out) {
  return give(out, at::histc(self, bins, low, high));
}

}  // namespace

void register_cuda_only(torch::Library& library) {
  library.impl("histc", torch::CppFunction::makeFromBoxedFunction<&histc>());
  library.impl("histc.out", TORCH_FN(histc_out));
  // Older versions of torch do not have the rest.
  if (!c10::Dispatcher::singleton().findSchema({"aten::addmm", "dtype"})) {
    return;
  }
  library.impl("mm.dtype", TORCH_FN(mm_typed));
  library.impl("mm.dtype_out", TORCH_FN(mm_typed_out));
  library.impl("bmm.dtype", TORCH_FN(bmm_typed));
  library.impl("bmm.dtype_out", TORCH_FN(bmm_typed_out));
  library.impl("addmm.dtype", TORCH_FN(addmm_typed));
  library.impl("addmm.dtype_out", TORCH_FN(addmm_typed_out));
  library.impl("baddbmm.dtype", TORCH_FN(baddbmm_typed));
  library.impl("baddbmm.dtype_out", TORCH_FN(baddbmm_typed_out));
}

}  // namespace musasim
