// Only half of the block comes to the barrier while the others go on.
// Source: compute-sanitizer's manual, "Synccheck Tool": divergent threads in a block
#include "../program.cuh"

__global__ void half(int* data) {
  __shared__ int values[64];
  values[threadIdx.x] = data[threadIdx.x];
  if (threadIdx.x % 2 == 0) __syncthreads();  // finding: synccheck divergent-block
  __syncthreads();                            // finding: synccheck divergent-block
  data[threadIdx.x] = values[63 - threadIdx.x];
}

int main() {
  half<<<1, 64>>>(zeros<int>(64));
  return done();
}
