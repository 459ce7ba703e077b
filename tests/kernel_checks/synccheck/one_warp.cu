// One warp comes to a barrier that the other one passes by.
// Source: https://github.com/tile-ai/tilelang/issues/2556
#include "../program.cuh"

__global__ void warp(int* data) {
  if (threadIdx.x < 32) {
    data[threadIdx.x] += 1;
    __syncthreads();  // finding: synccheck divergent-block
  }
  data[threadIdx.x + 64] = threadIdx.x;
}

int main() {
  warp<<<1, 64>>>(zeros<int>(128));
  return done();
}
