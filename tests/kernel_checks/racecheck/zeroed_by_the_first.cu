// Block 0 sets the sum to zero while others add to it.
// Source: https://github.com/alicevision/popsift/pull/82
#include "../program.cuh"

__global__ void sum(const int* in, int* out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) *out = 0;  // finding: racecheck race-global
  __syncthreads();
  atomicAdd(out, in[blockIdx.x * blockDim.x + threadIdx.x]);  // finding: racecheck race-global
}

int main() {
  sum<<<4, 64>>>(counted(256), zeros<int>(1));
  return done();
}
