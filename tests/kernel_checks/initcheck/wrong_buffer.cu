// Of two buffers, the one is read that nobody has written.
// Source: https://github.com/NVIDIA/cuopt/pull/348
#include "../program.cuh"

__global__ void step(const int* from, int* to) {
  to[threadIdx.x] = from[threadIdx.x] + 1;  // finding: initcheck uninitialized-global-read
}

int main() {
  int* buffers[2] = {counted(64), raw<int>(64)};
  for (int k = 1; k < 3; ++k) step<<<1, 64>>>(buffers[k % 2], buffers[(k + 1) % 2]);
  return done();
}
