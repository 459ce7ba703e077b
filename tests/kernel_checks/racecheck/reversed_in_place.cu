// Both halves of the array are written and read at once.
// Source: compute-sanitizer's manual, "Racecheck Tool", which looks at shared memory alone
#include "../program.cuh"

__global__ void reverse(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int other = data[n - 1 - i];  // finding: racecheck race-global
  data[i] = other;                    // finding: racecheck race-global
}

int main() {
  reverse<<<4, 64>>>(counted(256), 256);
  return done();
}
