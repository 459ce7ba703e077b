// Floats are given where the kernel writes doubles.
// Source: https://github.com/apache/tvm/issues/8540, where a wider type is read than was meant
#include "../program.cuh"

__global__ void ones(void* out, int n) {
  const int i = threadIdx.x;
  if (i < n) static_cast<double*>(out)[i] = 1;  // finding: memcheck invalid-global-write
}

int main() {
  ones<<<1, 64>>>(zeros<float>(64), 64);
  return done();
}
