// A group of the whole block is synchronised by a part of it.
// Source: https://github.com/E3SM-Project/scream/pull/2624
#include <cooperative_groups.h>

#include "../program.cuh"

__global__ void group(int* data) {
  const auto block = cooperative_groups::this_thread_block();
  if (block.thread_rank() < 40) {
    data[block.thread_rank()] = 1;
    block.sync();  // finding: synccheck divergent-block
  }
  data[block.thread_rank() + 64] = 2;
}

int main() {
  group<<<1, 64>>>(zeros<int>(128));
  return done();
}
