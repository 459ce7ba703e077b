// Managed memory that the host has written.
#include "../program.cuh"

__global__ void twice(int* data) { data[threadIdx.x] *= 2; }

int main() {
  int* data = nullptr;
  cudaMallocManaged(reinterpret_cast<void**>(&data), 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) data[i] = i;
  twice<<<1, 64>>>(data);
  return done();
}
