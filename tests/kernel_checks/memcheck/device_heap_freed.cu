// Memory of the kernel is read after it was freed.
// Source: compute-sanitizer's manual, "Device Side Allocation Checking"
#include "../program.cuh"

__global__ void own(int* out) {
  volatile int* mine = static_cast<int*>(malloc(8 * sizeof(int)));
  mine[3] = threadIdx.x;
  free(const_cast<int*>(mine));
  out[threadIdx.x] = mine[3];  // finding: memcheck invalid-global-read
}

int main() {
  own<<<1, 4>>>(zeros<int>(4));
  return done();
}
