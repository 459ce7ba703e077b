// A lock that is looked at and taken in two steps.
// Source: https://github.com/NVIDIA/cuml/issues/4157
#include "../program.cuh"

__global__ void enter(volatile int* lock, int* entered) {
  if (threadIdx.x == 0 && *lock == 0) {  // finding: racecheck race-global
    *lock = blockIdx.x + 1;              // finding: racecheck race-global
    atomicAdd(entered, 1);
  }
}

int main() {
  enter<<<8, 32>>>(zeros<int>(1), zeros<int>(1));
  return done();
}
