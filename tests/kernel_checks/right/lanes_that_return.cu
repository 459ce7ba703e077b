// The mask of a shuffle names lanes that have returned, which is allowed.
#include "../program.cuh"

__global__ void sums(const int* in, int* out) {
  if (threadIdx.x >= 20) return;
  out[threadIdx.x] = __shfl_down_sync(0xffffffff, in[threadIdx.x], 1);
}

int main() {
  sums<<<1, 32>>>(counted(32), zeros<int>(32));
  return done();
}
