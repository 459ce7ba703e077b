at::Tensor counts(const at::Tensor& x) {
  auto there = torch::zeros({x.size(0)}, torch::CUDA(torch::kInt));
  auto host = at::empty({2}, at::CPU(at::kFloat));
  return at::ones({2, 3}, at::CUDA(x.scalar_type())) + there.sum();
}
