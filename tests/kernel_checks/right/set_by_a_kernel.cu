// Memory is set to zero by a kernel, not by cudaMemset().
#include "../program.cuh"

__global__ void clear(int* data, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    data[i] = 0;
}

__global__ void add(const int* in, int* out) { out[threadIdx.x] += in[threadIdx.x]; }

int main() {
  int* data = raw<int>(256);
  clear<<<2, 32>>>(data, 256);
  add<<<1, 256>>>(counted(256), data);
  return done();
}
