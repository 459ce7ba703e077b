// A block waits for the sum of the block before it: value, fence, flag; flag, fence, value.
#include "../program.cuh"

__global__ void scan(const int* in, int* sums, int* flags, int* next) {
  if (threadIdx.x == 0) {
    const int block = atomicAdd(next, 1);
    int before = 0;
    if (block > 0) {
      while (atomicAdd(flags + block - 1, 0) == 0) {
      }
      __threadfence();
      before = sums[block - 1];
    }
    sums[block] = before + in[block];
    __threadfence();
    atomicExch(flags + block, 1);
  }
}

int main() {
  scan<<<16, 32>>>(counted(16), zeros<int>(16), zeros<int>(16), zeros<int>(1));
  return done();
}
