// Two threads count in the same bin.
// Source: https://github.com/ORNL/HeCBench/issues/83
#include "../program.cuh"

__global__ void count(const int* in, int* out) {
  __shared__ int bins[8];
  if (threadIdx.x < 8) bins[threadIdx.x] = 0;
  __syncthreads();
  bins[in[threadIdx.x] % 8] += 1;  // finding: racecheck race-shared
  __syncthreads();
  if (threadIdx.x < 8) out[threadIdx.x] = bins[threadIdx.x];
}

int main() {
  count<<<1, 128>>>(counted(128), zeros<int>(8));
  return done();
}
