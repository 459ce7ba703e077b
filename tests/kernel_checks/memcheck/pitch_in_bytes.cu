// The pitch is in bytes, but steps over elements.
// Source: CUDA C++ Programming Guide, "Device Memory": what cudaMallocPitch() gives
#include "../program.cuh"

__global__ void rows(float* data, size_t pitch, int height) {
  const int y = threadIdx.x;
  if (y < height) data[y * pitch] = 1;  // finding: memcheck invalid-global-write
}

int main() {
  rows<<<1, 32>>>(zeros<float>(32 * 64), 64 * sizeof(float), 32);
  return done();
}
