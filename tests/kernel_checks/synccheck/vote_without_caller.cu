// A vote whose mask is of another segment.
// Source: https://github.com/kokkos/kokkos/issues/1958
#include "../program.cuh"

__global__ void vote(const int* in, int* out) {
  const unsigned mask = 0xffu << (threadIdx.x % 4 * 8);
  out[threadIdx.x] = __any_sync(mask, in[threadIdx.x] > 7);  // finding: synccheck invalid-arguments
}

int main() {
  vote<<<1, 32>>>(counted(32), zeros<int>(32));
  return done();
}
