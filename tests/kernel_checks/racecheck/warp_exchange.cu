// Neighbours in a warp exchange values through shared memory without __syncwarp().
// Source: https://github.com/JustVugg/colibri/issues/1099
#include "../program.cuh"

__global__ void swap(const int* in, int* out) {
  __shared__ int lanes[32];
  lanes[threadIdx.x] = in[threadIdx.x];       // finding: racecheck race-shared
  out[threadIdx.x] = lanes[threadIdx.x ^ 1];  // finding: racecheck race-shared, initcheck uninitialized-shared-read
}

int main() {
  swap<<<1, 32>>>(counted(32), zeros<int>(32));
  return done();
}
