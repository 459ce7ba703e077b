// All threads read the result of thread 0 at once.
// Source: https://github.com/ORNL/HeCBench/issues/254
#include "../program.cuh"

__global__ void center(const int* in, int* out) {
  __shared__ int values[64];
  __shared__ volatile int total;
  values[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int i = 0; i < 64; ++i) sum += values[i];
    total = sum;  // finding: racecheck race-shared
  }
  out[threadIdx.x] = values[threadIdx.x] - total / 64;  // finding: racecheck race-shared
}

int main() {
  center<<<1, 64>>>(counted(64), zeros<int>(64));
  return done();
}
