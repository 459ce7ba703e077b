// An address that is no array's.
// Source: compute-sanitizer's manual, "Example Use of Memcheck": the write out of bounds
#include "../program.cuh"

__global__ void poke(unsigned long long address) {
  *reinterpret_cast<int*>(address) = 42;  // finding: memcheck invalid-global-write
}

int main() {
  poke<<<1, 1>>>(0x87654320ull);
  return done();
}
