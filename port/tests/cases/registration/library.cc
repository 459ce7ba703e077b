TORCH_LIBRARY_IMPL(my_ops, CUDA, m) {
  m.impl("cuda_add", &cuda_add);
}
STABLE_TORCH_LIBRARY_IMPL(my_ops, CUDA, m) { m.impl("cutlass_mm", TORCH_BOX(&mm)); }
TORCH_LIBRARY_IMPL(CONCAT(my, _ops), AutogradCUDA, m) {}
TORCH_LIBRARY_IMPL(my_ops, CPU, m) {}
TORCH_LIBRARY(my_ops, m) {
  m.def("cuda_add(Tensor a) -> Tensor");
  m.impl("cuda_add", torch::kCUDA, &cuda_add);
}
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  m.def("cudaMalloc", &f, py::arg("cudaStream"));
}
TORCH_LIBRARY_IMPL(NAME(cudaStream_t), CUDA, m) {}
