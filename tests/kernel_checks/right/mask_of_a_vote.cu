// The mask of a shuffle in a branch is what the vote before it says.
#include "../program.cuh"

__global__ void chosen(const int* in, int* out) {
  const bool odd = in[threadIdx.x] % 2 == 1;
  const unsigned mask = __ballot_sync(0xffffffff, odd);
  if (odd) out[threadIdx.x] = __shfl_sync(mask, in[threadIdx.x], __ffs(mask) - 1);
}

int main() {
  chosen<<<1, 32>>>(counted(32), zeros<int>(32));
  return done();
}
