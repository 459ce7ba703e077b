// Each thread goes round the loop as often, though few have something to do.
#include "../program.cuh"

__global__ void sum(int* data) {
  __shared__ int values[64];
  values[threadIdx.x] = data[threadIdx.x];
  for (unsigned step = 32; step > 0; step /= 2) {
    __syncthreads();
    if (threadIdx.x < step) values[threadIdx.x] += values[threadIdx.x + step];
  }
  if (threadIdx.x == 0) data[0] = values[0];
}

int main() {
  sum<<<1, 64>>>(counted(64));
  return done();
}
