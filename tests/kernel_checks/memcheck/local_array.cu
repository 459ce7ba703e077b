// Each thread keeps eight values of its own, and writes a ninth.
// Source: compute-sanitizer's manual, "Memcheck Tool": accesses to local memory
#include "../program.cuh"

__global__ void sort(const int* in, int* out, int n) {
  int own[8];
  for (int i = 0; i < n; ++i) own[i] = in[i];  // finding: memcheck invalid-local-write
  for (int i = 0; i < 8; ++i) out[i] = own[in[i] & 7];
}

int main() {
  sort<<<1, 1>>>(zeros<int>(9), zeros<int>(8), 9);
  return done();
}
