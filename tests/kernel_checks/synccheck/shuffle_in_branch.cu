// A shuffle of the whole warp in a branch for a part of it.
// Source: https://github.com/uzh-rpg/vilib/pull/5
#include "../program.cuh"

__global__ void sums(const int* in, int* out) {
  int value = in[threadIdx.x];
  if (threadIdx.x < 20)
    value += __shfl_down_sync(0xffffffff, value, 1);  // finding: synccheck divergent-warp
  out[threadIdx.x] = value;
}

int main() {
  sums<<<1, 32>>>(counted(32), zeros<int>(32));
  return done();
}
