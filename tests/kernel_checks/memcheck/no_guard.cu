// The grid is rounded up, and no thread asks whether its element is there.
// Source: https://github.com/boostorg/compute/pull/772
#include "../program.cuh"

__global__ void twice(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float value = in[i];  // finding: memcheck invalid-global-read
  out[i] = 2 * value;
}

int main() {
  twice<<<4, 64>>>(zeros<float>(250), zeros<float>(256));
  return done();
}
