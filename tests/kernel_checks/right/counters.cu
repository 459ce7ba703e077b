// Counting with atomic functions, in shared memory and then in global memory.
#include "../program.cuh"

__global__ void histogram(const int* in, int* bins) {
  __shared__ int own[16];
  if (threadIdx.x < 16) own[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&own[in[blockIdx.x * 64 + threadIdx.x] % 16], 1);
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(bins + threadIdx.x, own[threadIdx.x]);
}

int main() {
  histogram<<<4, 64>>>(counted(256), zeros<int>(16));
  return done();
}
