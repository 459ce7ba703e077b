// Copying memory does not make it known: what was unwritten stays so.
// Source: https://github.com/Henning1/dogqc/issues/4
#include "../program.cuh"

__global__ void copy(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x];  // finding: initcheck uninitialized-global-read
}

int main() {
  int* to = raw<int>(64);
  const int* from = raw<int>(64);
  cudaMemcpy(to, from, 256, cudaMemcpyDeviceToDevice);  // finding: initcheck uninitialized-copy
  copy<<<1, 64>>>(to, zeros<int>(64));
  return done();
}
