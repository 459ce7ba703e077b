// A warp's sum by shuffles needs no shared memory, and one barrier for the block's.
#include "../program.cuh"

__global__ void sum(const int* in, int* out) {
  __shared__ int sums[4];
  int value = in[threadIdx.x];
  for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(0xffffffff, value, step);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = value;
  __syncthreads();
  if (threadIdx.x == 0) *out = sums[0] + sums[1] + sums[2] + sums[3];
}

int main() {
  sum<<<1, 128>>>(counted(128), zeros<int>(1));
  return done();
}
