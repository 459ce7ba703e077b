// A value of the highest class has no bin.
// Source: https://github.com/ORNL/HeCBench/issues/83
#include "../program.cuh"

__global__ void count(const int* values, int n, int* bins) {
  const int i = threadIdx.x;
  if (i < n) atomicAdd(bins + values[i] / 4, 1);  // finding: memcheck invalid-global-atomic
}

int main() {
  int values[64];
  for (int i = 0; i < 64; ++i) values[i] = i;
  int* given = zeros<int>(64);
  cudaMemcpy(given, values, sizeof values, cudaMemcpyHostToDevice);
  count<<<1, 64>>>(given, 64, zeros<int>(15));
  return done();
}
