__global__ void k(cudaTextureObject_t t, float* x) {
  float v = tex1Dfetch<float>(t, 0);
  v += __shfl_xor_sync(0xffffffff, v, 1);
  v += __shfl_down_sync(FULL_MASK, v, 1);
  v += __shfl_xor_sync(0xFFFFFFFFu, v, 1);
  v += __shfl_sync(-1, v, 1);
  v += __shfl_sync(mask, v, 1);
  v += __shfl_down(v, 1);
  auto g = cooperative_groups::this_grid();
  nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> f;
}
void l() {
  cudaLaunchCooperativeKernel(k, 1, 1, 0, 0, 0);
  cudaLaunchConfig_t config;
  cudaLaunchKernelEx(&config, k);
  CUtensorMap map;
  k<<<1, 32>>>(0, nullptr);
  void* lib = dlopen("libcudart.so.12", RTLD_NOW);
  dlsym(lib, "cudaMalloc");
  dlsym(lib, "other");
}
const char* source = R"(
extern "C" __global__ void kernel(float* x) { x[0] = cudaSuccess; }
)";
