#include "ops.h"

#include <cuda_runtime.h>
#include <torch/csrc/inductor/aoti_torch/c/shim.h>
#include <torch/csrc/stable/macros.h>
#include <torch/csrc/stable/ops.h>
#include <torch/headeronly/core/Dispatch.h>

using torch::stable::Tensor;

namespace {

template <typename T>
__global__ void scale_kernel(T* out, const T* x, float factor, int64_t count) {
  const int64_t at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at < count) out[at] = static_cast<T>(static_cast<float>(x[at]) * factor);
}

cudaStream_t current_stream(const Tensor& x) {
  void* stream = nullptr;
  TORCH_ERROR_CODE_CHECK(aoti_torch_get_current_cuda_stream(x.get_device_index(), &stream));
  return static_cast<cudaStream_t>(stream);
}

template <typename T>
void launch(Tensor& out, const Tensor& x, double factor) {
  constexpr int kThreads = 64;
  const int64_t count = x.numel();
  scale_kernel<T><<<(count + kThreads - 1) / kThreads, kThreads, 0, current_stream(x)>>>(
      out.mutable_data_ptr<T>(), x.const_data_ptr<T>(), static_cast<float>(factor), count);
  STD_CUDA_KERNEL_LAUNCH_CHECK();
}

}  // namespace

void scale(Tensor& out, const Tensor& x, double factor) {
  using torch::headeronly::ScalarType;
  STD_TORCH_CHECK(x.is_cuda() && x.device().is_cuda() && !x.is_cpu(), "x is not on a GPU");
  STD_CUDA_CHECK(cudaSetDevice(x.get_device()));
  THO_DISPATCH_SWITCH(
      x.scalar_type(), "scale",
      THO_DISPATCH_CASE(ScalarType::Float, [&] { launch<scalar_t>(out, x, factor); })
          THO_DISPATCH_CASE(ScalarType::Half, [&] { launch<scalar_t>(out, x, factor); })
              THO_DISPATCH_CASE(ScalarType::BFloat16, [&] { launch<scalar_t>(out, x, factor); }));
}

Tensor flat_like(const Tensor& x, int64_t rows) {
  const Tensor made =
      torch::stable::empty({rows, x.size(-1)}, x.scalar_type(), std::nullopt, x.device());
  return torch::stable::view(made, {-1});
}

std::tuple<Tensor, int64_t> dense(const Tensor& x, std::optional<double>) {
  const int64_t bytes = x.sizes()[0] * x.strides()[0] * static_cast<int64_t>(x.element_size());
  return {torch::stable::contiguous(x), bytes};
}
