// All threads of a block take the same branch.
#include "../program.cuh"

__global__ void branches(const int* in, int* out) {
  __shared__ int values[64];
  values[threadIdx.x] = in[threadIdx.x];
  if (blockIdx.x % 2 == 0) {
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = values[63 - threadIdx.x];
  } else {
    out[blockIdx.x * 64 + threadIdx.x] = values[threadIdx.x];
  }
}

int main() {
  branches<<<4, 64>>>(counted(64), zeros<int>(256));
  return done();
}
