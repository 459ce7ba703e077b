// The operators, their checks and their stream.
#include <ATen/cuda/CUDAContext.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/from_blob.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/library.h>

#include "scale/scale.h"

at::Tensor scale(const at::Tensor& input, const at::Tensor& factors) {
  TORCH_CHECK(input.is_cuda() && factors.is_cuda(), "scale: tensors of a CUDA device are needed");
  TORCH_CHECK(input.device() == at::Device(at::kCUDA, input.get_device()), "scale: another device");
  const at::cuda::CUDAGuard guard(input.device());
  at::Tensor output = at::empty_like(input);
  scale_rows(input.const_data_ptr<float>(), factors.const_data_ptr<float>(),
             output.data_ptr<float>(), static_cast<int>(input.size(0)),
             static_cast<int>(input.size(1)), at::cuda::getCurrentCUDAStream());
  AT_CUDA_CHECK(cudaGetLastError());
  return output;
}

// The memory of a pinned tensor, as a tensor of the GPU; without an index, so that the pointer tells which.
at::Tensor on_the_device(const at::Tensor& pinned) {
  void* pointer = nullptr;
  AT_CUDA_CHECK(cudaHostGetDevicePointer(&pointer, pinned.data_ptr(), 0));
  return at::from_blob(pointer, pinned.sizes(), pinned.options().device(at::kCUDA));
}

bool is_cuda_device(const std::string& name) { return c10::Device(name).is_cuda(); }

TORCH_LIBRARY(scale_extension, m) {
  m.def("scale(Tensor input, Tensor factors) -> Tensor");
  m.def("is_cuda_device(str name) -> bool", is_cuda_device);
  m.def("on_the_device(Tensor pinned) -> Tensor");
}
TORCH_LIBRARY_IMPL(scale_extension, CUDA, m) { m.impl("scale", scale); }
TORCH_LIBRARY_IMPL(scale_extension, CPU, m) { m.impl("on_the_device", on_the_device); }
