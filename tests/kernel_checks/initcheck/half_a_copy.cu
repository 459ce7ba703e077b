// Only half of the array is copied to the GPU.
// Source: compute-sanitizer's manual, "Initcheck Tool"
#include "../program.cuh"

__global__ void twice(const float* in, float* out, int n) {
  const int i = threadIdx.x;
  if (i < n) out[i] = 2 * in[i];  // finding: initcheck uninitialized-global-read
}

int main() {
  const float values[64] = {};
  float* data = raw<float>(64);
  cudaMemcpy(data, values, sizeof values / 2, cudaMemcpyHostToDevice);
  twice<<<1, 64>>>(data, zeros<float>(64), 64);
  return done();
}
