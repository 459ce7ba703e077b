// An address of the host is given to the kernel.
// Source: https://github.com/llnl/Quicksilver/issues/48
#include <vector>

#include "../program.cuh"

__global__ void fill(int* out) {
  out[threadIdx.x] = 1;  // finding: memcheck invalid-global-write
}

int main() {
  std::vector<int> values(64);
  fill<<<1, 64>>>(values.data());
  return done();
}
