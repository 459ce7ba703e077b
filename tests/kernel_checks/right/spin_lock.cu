// A word that is changed by one block at a time, between taking and giving back a lock.
#include "../program.cuh"

__global__ void locked(int* lock, int* balance) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    *balance += blockIdx.x;
    __threadfence();
    atomicExch(lock, 0);
  }
}

int main() {
  locked<<<8, 32>>>(zeros<int>(1), zeros<int>(1));
  return done();
}
