// Memory that the kernel allocates has an end, too.
// Source: compute-sanitizer's manual, "Device Side Allocation Checking"
#include "../program.cuh"

__global__ void own(int* out) {
  int* mine = static_cast<int*>(malloc(8 * sizeof(int)));
  for (int i = 0; i <= 8; ++i) mine[i] = i;  // finding: memcheck invalid-global-write
  out[threadIdx.x] = mine[threadIdx.x];
  free(mine);
}

int main() {
  own<<<1, 4>>>(zeros<int>(4));
  return done();
}
