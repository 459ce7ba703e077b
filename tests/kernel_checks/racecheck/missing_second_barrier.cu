// A tile is filled again while others still read it.
// Source: https://github.com/ORNL/HeCBench/issues/261
#include "../program.cuh"

__global__ void reversed(const int* in, int* out, int tiles) {
  __shared__ int tile[64];
  for (int k = 0; k < tiles; ++k) {
    tile[threadIdx.x] = in[k * 64 + threadIdx.x];  // finding: racecheck race-shared
    __syncthreads();
    out[k * 64 + threadIdx.x] = tile[63 - threadIdx.x];  // finding: racecheck race-shared
  }
}

int main() {
  reversed<<<1, 64>>>(counted(256), zeros<int>(256), 4);
  return done();
}
