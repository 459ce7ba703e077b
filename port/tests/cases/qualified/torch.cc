#include <torch/extension.h>

at::Tensor f(at::Tensor x) {
  TORCH_CHECK(x.device().type() == torch::kCUDA, "x must be on CUDA");
  auto stream = at::cuda::getCurrentCUDAStream();
  const c10::cuda::CUDAGuard guard(x.device());
  auto y = torch::empty({1}, torch::TensorOptions().device(torch::kCUDA, 0));
  auto z = at::Device(at::DeviceType::CUDA, 0);
  auto k = c10::DispatchKey::CUDA;
  auto w = at :: cuda :: getCurrentCUDAStream ();
  auto d = c10::Device("cuda:0");
  auto v = ::at::cuda::getCurrentCUDAStream();
  auto u = mine::cuda::getCurrentCUDAStream();
  auto t = Mine::kCUDA;
  return y;
}
using namespace at::cuda;
namespace cg = cooperative_groups;
