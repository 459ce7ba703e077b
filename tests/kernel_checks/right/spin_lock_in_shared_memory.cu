// The same within a block, one thread of each warp.
#include "../program.cuh"

__global__ void locked(int* out) {
  __shared__ int lock, balance;
  if (threadIdx.x == 0) lock = balance = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence_block();
    balance += threadIdx.x;
    __threadfence_block();
    atomicExch(&lock, 0);
  }
  __syncthreads();
  if (threadIdx.x == 0) *out = balance;
}

int main() {
  locked<<<1, 128>>>(zeros<int>(1));
  return done();
}
