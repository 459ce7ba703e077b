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

#ifdef TORCHADA_REPAIRS_LOG
// torch_musa before 2.11.0.post2 takes float64 to the host, which a capture does not allow.
__global__ void log_kernel(double* output, const double* input, int64_t n) {
  const int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) output[i] = log(input[i]);
}

at::Tensor log_impl(const at::Tensor& self) {
  log_op_call("log");
  const c10::DeviceGuard guard(self.device());
  if (self.scalar_type() != at::kDouble) {
    const bool is_whole = at::isIntegralType(self.scalar_type(), /*includeBool=*/true);
    const auto type = is_whole ? at::typeMetaToScalarType(at::get_default_dtype())
                               : self.scalar_type();
    at::Tensor output = at::empty({0}, self.options().dtype(type));
    return at::log_out(output, self);
  }
  at::Tensor output = at::empty_like(self);
  const int64_t n = self.numel();
  if (n == 0) return output;
  const bool is_dense = self.is_non_overlapping_and_dense();
  const at::Tensor input = is_dense ? self : at::empty_like(self).copy_(self);
  constexpr int64_t kThreads = 256;
  const auto blocks = static_cast<unsigned>((n + kThreads - 1) / kThreads);
  musaStream_t stream = at::musa::getCurrentMUSAStream();
  log_kernel<<<blocks, kThreads, 0, stream>>>(output.data_ptr<double>(),
                                              input.const_data_ptr<double>(), n);
  const musaError_t error = musaGetLastError();
  TORCH_CHECK(error == musaSuccess, "log: could not launch the kernel: ", musaGetErrorString(error));
  return output;
}
#endif

}  // namespace torchada

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  if (torchada::is_override_enabled("neg")) m.impl("neg", torchada::neg_impl);
#ifdef TORCHADA_REPAIRS_LOG
  if (torchada::is_override_enabled("log")) m.impl("log", torchada::log_impl);
#endif
}
