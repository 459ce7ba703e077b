// One of two arrays is freed too early.
// Source: https://github.com/NVlabs/cuda-oxide/issues/619
#include "../program.cuh"

__global__ void add(const int* a, const int* b, int* out) {
  const int left = a[threadIdx.x];
  const int right = b[threadIdx.x];  // finding: memcheck invalid-global-read
  out[threadIdx.x] = left + right;
}

int main() {
  int *a = zeros<int>(64), *b = zeros<int>(64), *out = zeros<int>(64);
  cudaFree(b);
  add<<<1, 64>>>(a, b, out);
  return done();
}
