// Rows have a pitch, and nobody touches what lies between them.
#include "../program.cuh"

__global__ void add(float* data, size_t pitch, int width, int height) {
  const int x = threadIdx.x, y = blockIdx.x;
  float* row = reinterpret_cast<float*>(reinterpret_cast<char*>(data) + y * pitch);
  if (x < width && y < height) row[x] += 1;
}

int main() {
  float* data = nullptr;
  size_t pitch = 0;
  cudaMallocPitch(reinterpret_cast<void**>(&data), &pitch, 50 * sizeof(float), 20);
  cudaMemset2D(data, pitch, 0, 50 * sizeof(float), 20);
  add<<<20, 64>>>(data, pitch, 50, 20);
  return done();
}
