// Blocks take places of a queue by an atomic function, and each fills its own.
#include "../program.cuh"

__global__ void push(const int* in, int* queue, int* length) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  if (in[i] % 5 == 0) queue[atomicAdd(length, 1)] = in[i];
}

__global__ void pop(const int* queue, const int* length, int* out) {
  if (threadIdx.x < *length) out[threadIdx.x] = queue[threadIdx.x];
}

int main() {
  int *queue = raw<int>(256), *length = zeros<int>(1);
  push<<<4, 64>>>(counted(256), queue, length);
  pop<<<1, 256>>>(queue, length, raw<int>(256));
  return done();
}
