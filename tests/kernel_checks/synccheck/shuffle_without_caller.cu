// The mask of a shuffle does not name all that take part.
// Source: https://github.com/NVIDIA/cccl/issues/854
#include "../program.cuh"

__global__ void shuffle(const int* in, int* out) {
  const int own = in[threadIdx.x];
  out[threadIdx.x] = __shfl_xor_sync(0x00ffffff, own, 1);  // finding: synccheck invalid-arguments
}

int main() {
  shuffle<<<1, 32>>>(counted(32), zeros<int>(32));
  return done();
}
