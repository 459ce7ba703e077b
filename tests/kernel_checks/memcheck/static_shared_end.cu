// The array has a place for each thread, but not for the one behind them.
// Source: https://github.com/openmm/openmm/issues/2825
#include "../program.cuh"

__global__ void shift(const int* in, int* out) {
  __shared__ int tile[64];
  if (threadIdx.x == 0) tile[0] = 0;
  tile[threadIdx.x + 1] = in[threadIdx.x];  // finding: memcheck invalid-shared-write
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
}

int main() {
  shift<<<1, 64>>>(zeros<int>(64), zeros<int>(64));
  return done();
}
