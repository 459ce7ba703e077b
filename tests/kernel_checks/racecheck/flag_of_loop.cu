// The flag of the next round is reset while some still read that of the last, so some leave the loop too early.
// Source: https://github.com/ComputationalRadiationPhysics/picongpu/pull/2351
#include "../program.cuh"

__global__ void rounds(const int* in, int* out) {
  __shared__ volatile int changed;
  int round = 0;
  do {
    if (threadIdx.x == 0) changed = 0;  // finding: racecheck race-shared
    __syncthreads();  // finding: synccheck divergent-block
    if (in[threadIdx.x] == round) changed = 1;
    __syncthreads();  // finding: synccheck divergent-block
    ++round;
  } while (changed && round < 8);  // finding: racecheck race-shared
  out[threadIdx.x] = round;
}

int main() {
  rounds<<<1, 64>>>(counted(64), zeros<int>(64));
  return done();
}
