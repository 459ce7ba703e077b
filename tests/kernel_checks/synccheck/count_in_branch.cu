// A barrier that counts is still a barrier.
// Source: compute-sanitizer's manual, "Synccheck Tool": divergent threads in a block
#include "../program.cuh"

__global__ void counts(const int* in, int* out) {
  int set = 0;
  if (in[threadIdx.x] % 4 == 0)
    set = __syncthreads_count(in[threadIdx.x] > 8);  // finding: synccheck divergent-block
  out[threadIdx.x] = set;
}

int main() {
  counts<<<1, 64>>>(counted(64), zeros<int>(64));
  return done();
}
