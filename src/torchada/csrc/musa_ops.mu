// Overrides with kernels of their own. aten::neg is the example: a copy of it is where to begin.
#include <ATen/musa/MUSAContext.h>
#include <c10/core/DeviceGuard.h>

#include "ops.h"

namespace torchada {

template <typename scalar_t>
__global__ void neg_kernel(scalar_t* output, const scalar_t* input, int64_t n) {
  const int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) output[i] = static_cast<scalar_t>(-input[i]);
}

// What the kernel is for: elements without gaps between them, of a type that it has.
static bool takes(const at::Tensor& self) {
  const auto type = self.scalar_type();
  const bool has_type = at::isFloatingType(type) || at::isIntegralType(type, /*includeBool=*/false);
  return has_type && !at::isBarebonesUnsignedType(type) && !at::isFloat8Type(type) &&
         self.is_non_overlapping_and_dense();
}

at::Tensor neg_impl(const at::Tensor& self) {
  log_op_call("neg");
  const c10::DeviceGuard guard(self.device());
  // Another operator, which is torch_musa's: calling aten::neg here would never end.
  if (!takes(self)) {
    at::Tensor output = at::empty({0}, self.options());
    return at::neg_out(output, self);
  }
  // Of the same strides, so that both are walked in the order of memory.
  at::Tensor output = at::empty_like(self);
  const int64_t n = self.numel();
  if (n == 0) return output;
  constexpr int64_t kThreads = 256;
  const auto blocks = static_cast<unsigned>((n + kThreads - 1) / kThreads);
  musaStream_t stream = at::musa::getCurrentMUSAStream();
  AT_DISPATCH_ALL_TYPES_AND2(
      at::ScalarType::Half, at::ScalarType::BFloat16, self.scalar_type(), "neg", [&] {
        neg_kernel<scalar_t><<<blocks, kThreads, 0, stream>>>(
            output.data_ptr<scalar_t>(), self.const_data_ptr<scalar_t>(), n);
      });
  const musaError_t error = musaGetLastError();
  TORCH_CHECK(error == musaSuccess, "neg: could not launch the kernel: ", musaGetErrorString(error));
  return output;
}

}  // namespace torchada

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  if (torchada::is_override_enabled("neg")) m.impl("neg", torchada::neg_impl);
}
