// The last block fills a part of its tile and sums all of it.
// Source: https://github.com/modular/mojo-gpu-puzzles/pull/53
#include "../program.cuh"

__global__ void sums(const int* in, int n, int* out) {
  __shared__ int tile[64];
  const int i = blockIdx.x * 64 + threadIdx.x;
  if (i < n) tile[threadIdx.x] = in[i];
  __syncthreads();
  if (threadIdx.x == 0) {
    int total = 0;
    for (int k = 0; k < 64; ++k) total += tile[k];  // finding: initcheck uninitialized-shared-read
    out[blockIdx.x] = total;
  }
}

int main() {
  sums<<<1, 64>>>(counted(40), 40, zeros<int>(1));
  return done();
}
