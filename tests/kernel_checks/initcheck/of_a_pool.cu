// Memory of a pool is not set to zero either.
// Source: https://github.com/rapidsai/rmm/issues/2156
#include "../program.cuh"

__global__ void copy(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x];  // finding: initcheck uninitialized-global-read
}

int main() {
  int* data = nullptr;
  cudaMallocAsync(reinterpret_cast<void**>(&data), 64 * sizeof(int), nullptr);
  copy<<<1, 64>>>(data, zeros<int>(64));
  cudaFreeAsync(data, nullptr);
  return done();
}
