// Threads of one block exchange values through global memory without a barrier.
// Source: https://github.com/numba/numba/issues/2655
#include "../program.cuh"

__global__ void swap(int* data, int* out) {
  data[threadIdx.x] = threadIdx.x;            // finding: racecheck race-global
  out[threadIdx.x] = data[threadIdx.x ^ 32];  // finding: racecheck race-global
}

int main() {
  swap<<<1, 64>>>(zeros<int>(64), zeros<int>(64));
  return done();
}
