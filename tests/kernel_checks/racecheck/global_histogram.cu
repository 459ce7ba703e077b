// Blocks count in the same bins without atomic functions.
// Source: https://github.com/ORNL/HeCBench/issues/83
#include "../program.cuh"

__global__ void histogram(const int* in, int* bins) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  bins[in[i] % 16] += 1;  // finding: racecheck race-global
}

int main() {
  histogram<<<4, 64>>>(counted(256), zeros<int>(16));
  return done();
}
