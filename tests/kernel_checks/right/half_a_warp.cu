// Half of the lanes wait for each other alone, with a mask that says so.
#include "../program.cuh"

__global__ void half(const int* in, int* out) {
  __shared__ int values[16];
  if (threadIdx.x < 16) {
    values[threadIdx.x] = in[threadIdx.x];
    __syncwarp(0x0000ffff);
    out[threadIdx.x] = values[15 - threadIdx.x];
  }
}

int main() {
  half<<<1, 32>>>(counted(32), zeros<int>(32));
  return done();
}
