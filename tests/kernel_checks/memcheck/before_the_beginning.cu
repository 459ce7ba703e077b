// A stencil whose first element has no left neighbour.
// Source: compute-sanitizer's manual, "Memcheck Tool": out of bounds accesses
#include "../program.cuh"

__global__ void smooth(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1) {
    const float left = in[i - 1];  // finding: memcheck invalid-global-read
    out[i] = (left + in[i] + in[i + 1]) / 3;
  }
}

int main() {
  smooth<<<1, 64>>>(zeros<float>(64), zeros<float>(64), 64);
  return done();
}
