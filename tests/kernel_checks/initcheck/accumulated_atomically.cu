// The same with an atomic function.
// Source: https://github.com/sgl-project/sglang/issues/3339
#include "../program.cuh"

__global__ void count(const int* in, int* bins) {
  atomicAdd(bins + in[threadIdx.x] % 8, 1);  // finding: initcheck uninitialized-global-read
}

int main() {
  count<<<1, 64>>>(counted(64), raw<int>(8));
  return done();
}
