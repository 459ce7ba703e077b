// Tiles in shared memory, with the barrier of a group of threads.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

template <int tile>
__device__ void multiply(float* c, const float* a, const float* b, int a_width, int b_width) {
  cg::thread_block block = cg::this_thread_block();
  __shared__ float a_tile[tile][tile];
  __shared__ float b_tile[tile][tile];
  int row = blockIdx.y * tile + threadIdx.y;
  int column = blockIdx.x * tile + threadIdx.x;
  float sum = 0;
  for (int first = 0; first < a_width; first += tile) {
    a_tile[threadIdx.y][threadIdx.x] = a[row * a_width + first + threadIdx.x];
    b_tile[threadIdx.y][threadIdx.x] = b[(first + threadIdx.y) * b_width + column];
    cg::sync(block);
#pragma unroll
    for (int k = 0; k < tile; ++k) sum += a_tile[threadIdx.y][k] * b_tile[k][threadIdx.x];
    block.sync();
  }
  c[row * b_width + column] = sum;
}

extern "C" __global__ void multiply_16(float* c, float* a, float* b, int a_width, int b_width) {
  multiply<16>(c, a, b, a_width, b_width);
}

extern "C" __global__ void multiply_32(float* c, float* a, float* b, int a_width, int b_width) {
  multiply<32>(c, a, b, a_width, b_width);
}
