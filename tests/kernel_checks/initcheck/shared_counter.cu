// Nobody has set the counter in shared memory to zero.
// Source: https://github.com/modular/mojo-gpu-puzzles/pull/53
#include "../program.cuh"

__global__ void count(const int* in, int* out) {
  __shared__ int counter;
  if (in[threadIdx.x] % 3 == 0)
    atomicAdd(&counter, 1);  // finding: initcheck uninitialized-shared-read
  __syncthreads();
  if (threadIdx.x == 0) *out = counter;  // finding: initcheck uninitialized-shared-read
}

int main() {
  count<<<1, 64>>>(counted(64), zeros<int>(1));
  return done();
}
