// The mask of __syncwarp() names half of the lanes, and all call it.
// Source: compute-sanitizer's manual, "Example Use of Synccheck": an illegal mask
#include "../program.cuh"

__global__ void illegal(int* data) {
  data[threadIdx.x] = 1;
  __syncwarp(0x0000ffff);  // finding: synccheck invalid-arguments
  data[threadIdx.x] = data[threadIdx.x ^ 1];  // finding: racecheck race-global
}

int main() {
  illegal<<<1, 32>>>(zeros<int>(32));
  return done();
}
