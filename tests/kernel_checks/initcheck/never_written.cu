// Memory is allocated and read.
// Source: https://github.com/hypre-space/hypre/issues/1134
#include "../program.cuh"

__global__ void copy(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x];  // finding: initcheck uninitialized-global-read
}

int main() {
  copy<<<1, 64>>>(raw<int>(64), zeros<int>(64));
  return done();
}
