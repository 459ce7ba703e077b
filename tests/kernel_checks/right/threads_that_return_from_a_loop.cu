// Threads return from a loop whose turns begin with a barrier, which then waits for the others alone.
#include "../program.cuh"

__global__ void count(int* turns, int n) {
  for (int i = 0; i < n; ++i) {
    __syncthreads();
    turns[threadIdx.x] = i;
    if (i == threadIdx.x / 32) return;
  }
}

int main() {
  count<<<1, 128>>>(zeros<int>(128), 100);
  return done();
}
