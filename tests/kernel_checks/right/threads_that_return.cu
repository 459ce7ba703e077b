// Threads without an element return; a barrier waits for those that are left.
#include "../program.cuh"

__global__ void reversed(const int* in, int* out, int n) {
  __shared__ int values[64];
  if (threadIdx.x >= n) return;
  values[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = values[n - 1 - threadIdx.x];
}

int main() {
  reversed<<<1, 64>>>(zeros<int>(50), zeros<int>(50), 50);
  return done();
}
