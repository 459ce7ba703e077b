// Code that counts in 32s; comments with WARP_SIZE 32 say nothing.
#define WARP_SIZE 32
constexpr int kWarpSize = 32;
constexpr int kThreadsPerWarp{32};
constexpr unsigned kMask = 0xffffffff;
#define OTHER_SIZE 32
template <int WARP_SIZE> struct Tile {};
__global__ void f() {
  int lane = threadIdx.x % 32;
  int warp = threadIdx.x / 32u;
  int lane2 = threadIdx.x & 0x1f;
  int warp2 = threadIdx.x >> 5;
  int half = threadIdx.x / 16;
  int row = threadIdx.y % 32;
  int right = threadIdx.x % warpSize;
  if (lane < WARP_SIZE) return;
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  cg::thread_block_tile<32> same = tile;
  cooperative_groups::thread_block_tile<16> smaller;
  __shfl_xor_sync(~0u, lane, 1);
  __shfl_xor_sync(UINT_MAX, lane, 1);
  __shfl_xor_sync(~1u, lane, 1);
  __shfl_xor_sync(-2, lane, 1);
}
