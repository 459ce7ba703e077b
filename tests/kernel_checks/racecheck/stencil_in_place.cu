// A stencil writes into the array that it reads.
// Source: compute-sanitizer's manual, "Racecheck Tool": WAR hazards
#include "../program.cuh"

__global__ void smooth(float* data) {
  __shared__ float line[66];
  const int t = threadIdx.x + 1;
  line[t] = data[threadIdx.x];
  if (t == 1) line[0] = line[65] = 0;
  __syncthreads();
  for (int k = 0; k < 2; ++k) {
    line[t] = (line[t - 1] + line[t] + line[t + 1]) / 3;  // finding: racecheck race-shared
    __syncthreads();
  }
  data[threadIdx.x] = line[t];
}

int main() {
  smooth<<<1, 64>>>(ones(64));
  return done();
}
