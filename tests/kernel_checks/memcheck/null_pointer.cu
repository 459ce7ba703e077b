// Nobody has looked whether there is an array at all.
// Source: https://github.com/ORNL/HeCBench/issues/131
#include "../program.cuh"

__global__ void copy(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x];  // finding: memcheck invalid-global-read
}

int main() {
  copy<<<1, 32>>>(nullptr, zeros<int>(32));
  return done();
}
