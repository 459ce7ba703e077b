// The mask was asked for before the lanes took different ways.
// Source: https://github.com/moderngpu/moderngpu/pull/36
#include "../program.cuh"

__global__ void ways(const int* in, int* out) {
  const unsigned mask = __activemask();
  int most = 0;
  if (in[threadIdx.x] % 2 == 0)
    most = __all_sync(mask, in[threadIdx.x] < 99);  // finding: synccheck divergent-warp
  out[threadIdx.x] = most;
}

int main() {
  ways<<<1, 32>>>(counted(32), zeros<int>(32));
  return done();
}
