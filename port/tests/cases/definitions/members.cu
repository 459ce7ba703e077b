// A member with the name of CUDA's function has one name, where it is declared and where it is used.
struct Driver {
  CUresult (*cuInit)(unsigned);
  decltype(&::cuMemFree) cuMemFree;
  cudaError_t cudaMalloc(void** p, size_t n);
  void* cudaMallocManaged = nullptr;
  void free(void* p) { cudaFree(p); }
  const void* all[2] = {&cudaHostAlloc, cudaFreeHost};
};
struct __align__(16) Aligned : Base {
  int cudaDeviceSynchronize() const { return ::cudaDeviceSynchronize(); }
};
cudaError_t cudaMemcpy(void* to, const void* from);
cudaError_t Driver::cudaMalloc(void** p, size_t n) { return ::cudaMalloc(p, n); }
Driver mine = {.cuInit = nullptr};
void f(Driver d, Driver* p, Aligned a) {
  d.cudaMalloc(&x, 1);
  p->cuInit(0);
  p->cuMemFree(x);
  a.cudaDeviceSynchronize();
  p->cudaMemcpy(x, y);
  p->cudaFree(x);
  p->cudaHostAlloc(x);
}
// What PyTorch's tensors have is renamed where it is called; a variable of that name is no function.
struct Options { bool is_cuda; };
struct Mine {
  bool is_cuda() const { return options.is_cuda; }
};
bool g(Mine m) { bool is_cuda = m.is_cuda(); return is_cuda; }
