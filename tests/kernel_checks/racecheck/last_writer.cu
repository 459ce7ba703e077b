// Every thread writes another value into the same place.
// Source: compute-sanitizer's manual, "Racecheck Tool": WAW hazards
#include "../program.cuh"

__global__ void choose(int* out) {
  __shared__ int winner;
  winner = threadIdx.x;  // finding: racecheck race-shared
  __syncthreads();
  out[threadIdx.x] = winner;
}

int main() {
  choose<<<1, 64>>>(zeros<int>(64));
  return done();
}
