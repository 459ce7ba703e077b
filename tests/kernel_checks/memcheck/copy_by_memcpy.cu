// memcpy() of a row that is longer than its place.
// Source: https://github.com/NVIDIA/cccl/issues/1898
#include "../program.cuh"

__global__ void rows(const char* in, char* out, int width) {
  memcpy(out + threadIdx.x * width, in, width);  // finding: memcheck invalid-global-write
}

int main() {
  rows<<<1, 4>>>(zeros<char>(48), zeros<char>(160), 48);
  return done();
}
