// The guard says <= where it should say <, so one thread writes behind the array.
// Source: https://github.com/ORNL/HeCBench/issues/132
#include "../program.cuh"

__global__ void fill(int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) out[i] = i;  // finding: memcheck invalid-global-write
}

int main() {
  fill<<<2, 128>>>(zeros<int>(200), 200);
  return done();
}
