// Some threads leave the loop, and the others wait in it.
// Source: https://github.com/numba/numba/issues/2655
#include "../program.cuh"

__global__ void search(const int* in, int* out) {
  int k = 0;
  for (; k < 4; ++k) {
    if (in[k * 64 + threadIdx.x] == 70) break;
    __syncthreads();  // finding: synccheck divergent-block
  }
  out[threadIdx.x] = k;
}

int main() {
  search<<<1, 64>>>(counted(256), zeros<int>(64));
  return done();
}
