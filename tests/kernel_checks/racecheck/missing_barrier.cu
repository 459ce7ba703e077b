// The sum reads what other threads write, with no barrier in between.
// Source: compute-sanitizer's manual, "Example Use of Racecheck": block-level hazards
#include "../program.cuh"

__global__ void sum(const int* in, int* out) {
  __shared__ int values[128];
  values[threadIdx.x] = in[threadIdx.x];  // finding: racecheck race-shared
  if (threadIdx.x == 0) {
    *out = 0;
    for (int i = 0; i < 128; ++i) *out += values[i];  // finding: racecheck race-shared, initcheck uninitialized-shared-read
  }
}

int main() {
  sum<<<1, 128>>>(zeros<int>(128), zeros<int>(1));
  return done();
}
