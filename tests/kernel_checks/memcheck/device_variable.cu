// A table of the program has sixteen entries.
// Source: compute-sanitizer's manual, "Memcheck Tool": out of bounds accesses
#include "../program.cuh"

__device__ int table[16];

__global__ void fill(int n) {
  const int i = threadIdx.x;
  if (i < n) table[i] = i;  // finding: memcheck invalid-global-write
}

int main() {
  fill<<<1, 32>>>(17);
  return done();
}
