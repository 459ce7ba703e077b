// The threads that are there form a group.
#include <cooperative_groups.h>

#include "../program.cuh"

__global__ void compact(const int* in, int* out, int* count) {
  if (in[threadIdx.x] % 3 == 0) {
    const auto group = cooperative_groups::coalesced_threads();
    int first = 0;
    if (group.thread_rank() == 0) first = atomicAdd(count, group.size());
    out[group.shfl(first, 0) + group.thread_rank()] = in[threadIdx.x];
  }
}

int main() {
  compact<<<1, 64>>>(counted(64), zeros<int>(64), zeros<int>(1));
  return done();
}
