// Source and destination are swapped.
// Source: https://github.com/NVIDIA/cudf/issues/8873
#include "../program.cuh"

__global__ void copy(int* to, const int* from) {
  to[threadIdx.x] = from[threadIdx.x];  // finding: initcheck uninitialized-global-read
}

int main() {
  int* result = raw<int>(64);
  copy<<<1, 64>>>(counted(64), result);
  return done();
}
