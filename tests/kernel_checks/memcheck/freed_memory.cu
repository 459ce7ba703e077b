// The array is freed before the kernel that uses it is launched.
// Source: https://github.com/StanfordLegion/realm/issues/448
#include "../program.cuh"

__global__ void fill(int* out) {
  out[threadIdx.x] = 1;  // finding: memcheck invalid-global-write
}

int main() {
  int* data = zeros<int>(64);
  cudaFree(data);
  fill<<<1, 64>>>(data);
  return done();
}
