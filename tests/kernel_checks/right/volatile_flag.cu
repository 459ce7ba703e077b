// A block waits for a word that another one writes without an atomic function, but with fences.
#include "../program.cuh"

__global__ void hand_over(int* value, volatile int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *value = 42;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    __threadfence();
    *out = *value;
  }
}

int main() {
  hand_over<<<2, 32>>>(zeros<int>(1), zeros<int>(1), zeros<int>(1));
  return done();
}
