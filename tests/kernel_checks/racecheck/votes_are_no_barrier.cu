// A vote of the block's warps orders no memory between them.
// Source: https://github.com/NVIDIA/cuCollections/pull/337
#include "../program.cuh"

__global__ void votes(const int* in, int* out) {
  __shared__ int counts[2];
  const int warp = threadIdx.x / 32;
  const unsigned set = __ballot_sync(0xffffffff, in[threadIdx.x] & 1);
  if (threadIdx.x % 32 == 0) counts[warp] = __popc(set);  // finding: racecheck race-shared
  out[threadIdx.x] = counts[warp ^ 1];                    // finding: racecheck race-shared, initcheck uninitialized-shared-read
}

int main() {
  votes<<<1, 64>>>(counted(64), zeros<int>(64));
  return done();
}
