// An array that is freed and allocated again keeps no values.
// Source: https://github.com/vllm-project/vllm/issues/940
#include "../program.cuh"

__global__ void copy(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x];  // finding: initcheck uninitialized-global-read
}

int main() {
  int* first = zeros<int>(64);
  int* out = zeros<int>(64);
  cudaFree(first);
  copy<<<1, 64>>>(raw<int>(64), out);
  return done();
}
