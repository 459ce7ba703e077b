// Whole blocks return before the barrier.
#include "../program.cuh"

__global__ void some(const int* in, int* out, int blocks) {
  __shared__ int values[64];
  if (blockIdx.x >= blocks) return;
  values[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = values[threadIdx.x ^ 1];
}

int main() {
  some<<<4, 64>>>(counted(64), zeros<int>(128), 2);
  return done();
}
