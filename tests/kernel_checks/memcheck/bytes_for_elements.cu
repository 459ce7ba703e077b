// The size that is given counts bytes, and the loop counts elements.
// Source: https://github.com/ORNL/HeCBench/issues/120
#include "../program.cuh"

__global__ void sum(const int* in, size_t n, int* out) {
  int own = 0;
  for (size_t i = threadIdx.x; i < n; i += blockDim.x)
    own += in[i];  // finding: memcheck invalid-global-read
  atomicAdd(out, own);
}

int main() {
  sum<<<1, 64>>>(zeros<int>(1000), 1000 * sizeof(int), zeros<int>(1));
  return done();
}
