// The halo is loaded behind the barrier that the others wait at.
// Source: https://github.com/ComputationalRadiationPhysics/picongpu/issues/518
#include "../program.cuh"

__global__ void differences(const int* in, int* out) {
  __shared__ int tile[65];
  const int t = threadIdx.x;
  tile[t] = in[t];
  __syncthreads();
  if (t == 0) tile[64] = in[64];   // finding: racecheck race-shared
  out[t] = tile[t + 1] - tile[t];  // finding: racecheck race-shared
}

int main() {
  differences<<<1, 64>>>(counted(65), zeros<int>(64));
  return done();
}
