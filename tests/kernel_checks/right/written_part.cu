// Only the part that was written is read.
#include "../program.cuh"

__global__ void square(const int* in, int* out, int n) {
  if (threadIdx.x < n) out[threadIdx.x] = in[threadIdx.x] * in[threadIdx.x];
}

int main() {
  int* data = raw<int>(1024);
  cudaMemset(data, 0, 40 * sizeof(int));
  square<<<1, 64>>>(data, raw<int>(40), 40);
  return done();
}
