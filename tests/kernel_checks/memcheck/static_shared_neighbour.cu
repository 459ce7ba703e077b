// The index leaves one array and lands in the next.
// Source: https://github.com/ORNL/HeCBench/issues/83
#include "../program.cuh"

__global__ void two(const int* in, int* out, int last) {
  __shared__ int first[32];
  __shared__ int second[32];
  first[threadIdx.x] = second[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) first[last] = 7;  // finding: memcheck invalid-shared-write
  __syncthreads();
  out[threadIdx.x] = first[threadIdx.x] + second[threadIdx.x];
}

int main() {
  two<<<1, 32>>>(zeros<int>(32), zeros<int>(32), 33);
  return done();
}
