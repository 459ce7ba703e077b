// __syncwarp() does not wait for the other warps.
// Source: https://github.com/proteneer/timemachine/pull/1481
#include "../program.cuh"

__global__ void across(const int* in, int* out) {
  __shared__ int values[64];
  values[threadIdx.x] = in[threadIdx.x];  // finding: racecheck race-shared
  __syncwarp();
  out[threadIdx.x] = values[threadIdx.x ^ 32];  // finding: racecheck race-shared, initcheck uninitialized-shared-read
}

int main() {
  across<<<1, 64>>>(counted(64), zeros<int>(64));
  return done();
}
