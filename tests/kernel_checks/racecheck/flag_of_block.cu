// A flag is read before all have had the time to set it.
// Source: https://github.com/ComputationalRadiationPhysics/picongpu/issues/1044
#include "../program.cuh"

__global__ void any(const int* in, int* out) {
  __shared__ volatile int found;
  if (threadIdx.x == 0) found = 0;
  __syncthreads();
  if (in[threadIdx.x] == 7) found = 1;  // finding: racecheck race-shared
  out[threadIdx.x] = found;             // finding: racecheck race-shared
}

int main() {
  any<<<1, 64>>>(counted(64), zeros<int>(64));
  return done();
}
