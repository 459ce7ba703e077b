// The same in shared memory.
// Source: https://github.com/ORNL/HeCBench/issues/83
#include "../program.cuh"

__global__ void count(int* out) {
  __shared__ int bins[8];
  if (threadIdx.x < 8) bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[threadIdx.x / 4], 1);  // finding: memcheck invalid-shared-atomic
  __syncthreads();
  if (threadIdx.x < 8) out[threadIdx.x] = bins[threadIdx.x];
}

int main() {
  count<<<1, 64>>>(zeros<int>(8));
  return done();
}
