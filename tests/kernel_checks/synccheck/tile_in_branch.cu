// A tile is synchronised by some of its threads.
// Source: https://github.com/NVIDIA/cuCollections/pull/337
#include <cooperative_groups.h>

#include "../program.cuh"

__global__ void tiles(int* data) {
  const auto block = cooperative_groups::this_thread_block();
  const auto tile = cooperative_groups::tiled_partition<16>(block);
  if (tile.thread_rank() < 5) {
    data[block.thread_rank()] = 1;
    tile.sync();  // finding: synccheck divergent-warp
  }
  data[block.thread_rank() + 64] = 2;
}

int main() {
  tiles<<<1, 64>>>(zeros<int>(128));
  return done();
}
