// A table of the file with four rows of four is read as one row, up to a seventeenth value.
// Source: compute-sanitizer's manual, "Memcheck Tool": accesses to global memory
#include "../program.cuh"

__device__ float table[4][4];

__global__ void add(float* out) {
  out[threadIdx.x] += table[0][threadIdx.x];  // finding: memcheck invalid-global-read
}

int main() {
  add<<<1, 17>>>(zeros<float>(17));
  return done();
}
