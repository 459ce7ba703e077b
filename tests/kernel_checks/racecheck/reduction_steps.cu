// Each step of a reduction needs a barrier.
// Source: https://github.com/gunrock/gunrock/pull/845
#include "../program.cuh"

__global__ void sum(const int* in, int* out) {
  __shared__ int values[128];
  const int t = threadIdx.x;
  values[t] = in[t];
  __syncthreads();
  for (int step = 64; step > 0; step /= 2)
    if (t < step) values[t] += values[t + step];  // finding: racecheck race-shared
  if (t == 0) *out = values[0];
}

int main() {
  sum<<<1, 128>>>(counted(128), zeros<int>(1));
  return done();
}
