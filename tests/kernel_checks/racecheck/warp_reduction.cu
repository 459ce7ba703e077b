// The lanes of a warp do not go in step by themselves.
// Source: https://github.com/CanReader/FastNN/issues/8
#include "../program.cuh"

__global__ void sum(const int* in, int* out) {
  __shared__ volatile int values[64];
  const int t = threadIdx.x;
  values[t] = in[t];
  __syncthreads();
  if (t < 16) {
    values[t] = values[t] + values[t + 16];  // finding: racecheck race-shared
    values[t] = values[t] + values[t + 8];   // finding: racecheck race-shared
    values[t] = values[t] + values[t + 4];   // finding: racecheck race-shared
  }
  if (t == 0) *out = values[0];
}

int main() {
  sum<<<1, 64>>>(counted(64), zeros<int>(1));
  return done();
}
