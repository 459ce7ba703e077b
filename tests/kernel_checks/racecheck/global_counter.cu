// All threads count in one word without an atomic function.
// Source: compute-sanitizer's manual, "Racecheck Tool", which looks at shared memory alone
#include "../program.cuh"

__global__ void count(int* counter) {
  *counter += 1;  // finding: racecheck race-global
}

int main() {
  count<<<4, 64>>>(zeros<int>(1));
  return done();
}
