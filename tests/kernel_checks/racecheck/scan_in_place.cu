// A scan in one array: some have written the step that others still read.
// Source: https://github.com/gunrock/gunrock/issues/844
#include "../program.cuh"

__global__ void scan(int* data) {
  __shared__ int values[64];
  const int t = threadIdx.x;
  values[t] = data[t];
  for (int step = 1; step < 64; step *= 2) {
    __syncthreads();
    if (t >= step) values[t] += values[t - step];  // finding: racecheck race-shared
  }
  __syncthreads();
  data[t] = values[t];
}

int main() {
  scan<<<1, 64>>>(counted(64));
  return done();
}
