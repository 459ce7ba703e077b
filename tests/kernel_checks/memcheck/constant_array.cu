// There are four factors.
// Source: https://github.com/ORNL/HeCBench/issues/132
#include "../program.cuh"

__constant__ float factors[4];

__global__ void scale(float* data) {
  data[threadIdx.x] *= factors[threadIdx.x];  // finding: memcheck invalid-global-read
}

int main() {
  const float values[4] = {1, 2, 3, 4};
  cudaMemcpyToSymbol(factors, values, sizeof values);
  scale<<<1, 8>>>(zeros<float>(8));
  return done();
}
