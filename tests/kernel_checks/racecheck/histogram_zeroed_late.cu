// Bins are set to zero while others count in them.
// Source: https://github.com/alicevision/popsift/pull/82
#include "../program.cuh"

__global__ void count(const int* in, int* out) {
  __shared__ int bins[64];
  bins[63 - threadIdx.x] = 0;            // finding: racecheck race-shared
  atomicAdd(&bins[in[threadIdx.x]], 1);  // finding: racecheck race-shared
  __syncthreads();
  out[threadIdx.x] = bins[threadIdx.x];
}

int main() {
  count<<<1, 64>>>(counted(64), zeros<int>(64));
  return done();
}
