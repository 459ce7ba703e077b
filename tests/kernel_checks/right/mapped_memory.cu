// Pinned memory of the host, which the GPU reaches.
#include "../program.cuh"

__global__ void twice(const int* in, int* out) { out[threadIdx.x] = 2 * in[threadIdx.x]; }

int main() {
  int *data = nullptr, *address = nullptr;
  cudaHostAlloc(reinterpret_cast<void**>(&data), 64 * sizeof(int), cudaHostAllocMapped);
  for (int i = 0; i < 64; ++i) data[i] = i;
  cudaHostGetDevicePointer(reinterpret_cast<void**>(&address), data, 0);
  twice<<<1, 64>>>(address, raw<int>(64));
  return done();
}
