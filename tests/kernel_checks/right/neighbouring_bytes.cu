// Threads write bytes of the same word, but no byte twice.
#include "../program.cuh"

__global__ void bytes(unsigned char* out) {
  __shared__ unsigned char values[64];
  values[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[64 + threadIdx.x] = values[63 - threadIdx.x];
}

int main() {
  bytes<<<1, 64>>>(zeros<unsigned char>(128));
  return done();
}
