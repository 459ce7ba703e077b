// Cooperative groups.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "suite.cuh"

namespace cg = cooperative_groups;
constexpr int N = 2048;

template <int kSize> __global__ void tiles(const int* in, int* out) {
  const cg::thread_block block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<kSize>(block);
  int value = in[block.group_index().x * block.size() + block.thread_rank()];
  for (unsigned step = tile.size() / 2; step > 0; step /= 2) value += tile.shfl_xor(value, step);
  value = value * 31 + tile.shfl(value, 0) + static_cast<int>(tile.thread_rank() + 100 * tile.meta_group_rank());
  value = value * 31 + (tile.any(value % 7 == 0) ? 3 : 5) + static_cast<int>(tile.ballot(value & 1) % 1009);
  tile.sync();
  out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

__global__ void coalesced(const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = -1;
  if (in[i] % 3 != 0) {
    const cg::coalesced_group active = cg::coalesced_threads();
    const int first = active.shfl(in[i], 0);
    out[i] = first * 1000 + static_cast<int>(active.size() * 40 + active.thread_rank());
  }
}

__global__ void aggregated(const int* in, int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] % 5 == 1) {
    const auto active = cg::coalesced_threads();
    if (active.thread_rank() == 0) atomicAdd(count, static_cast<int>(active.size()));
  }
}

__global__ void group_reduce(const int* in, int* out) {
  const auto block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<32>(block);
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int sum = cg::reduce(tile, in[i], cg::plus<int>()), most = cg::reduce(tile, in[i], cg::greater<int>());
  const int before = cg::exclusive_scan(tile, in[i]), until = cg::inclusive_scan(tile, in[i]);
  out[i] = ((sum * 31 + most) * 31 + before) * 31 + until;
}

// Jacobi steps on a ring, all of the grid in step.
__global__ void grid_steps(int* a, int* b, int n, int steps) {
  const cg::grid_group grid = cg::this_grid();
  for (int step = 0; step < steps; ++step) {
    for (unsigned i = grid.thread_rank(); i < static_cast<unsigned>(n); i += grid.size())
      b[i] = a[(i + n - 1) % n] + a[(i + 1) % n] - (a[i] >> 1);
    grid.sync();
    int* other = a;
    a = b;
    b = other;
  }
}

__device__ int group_sum(const cg::thread_group& group, int* memory, int value) {
  const int rank = group.thread_rank();
  for (int half = group.size() / 2; half > 0; half /= 2) {
    memory[rank] = value;
    group.sync();
    if (rank < half) value += memory[rank + half];
    group.sync();
  }
  return value;
}
__global__ void generic_groups(const int* in, int* out) {
  __shared__ int memory[128];
  const auto block = cg::this_thread_block();
  const int value = in[blockIdx.x * blockDim.x + threadIdx.x];
  const int all = group_sum(block, memory, value);
  block.sync();
  const auto part = cg::tiled_partition<16>(block);
  const int some = group_sum(part, memory + threadIdx.x / 16 * 16, value);
  out[blockIdx.x * blockDim.x + threadIdx.x] = block.thread_rank() == 0 ? all : part.thread_rank() == 0 ? some : 0;
}

int main() {
  const Array<int> in(input_ints(N, 1000));
  Array<int> out(N), count(1), a(input_ints(N, 50)), b(N);
  tiles<32><<<N / 128, 128>>>(in, out);
  same("tiles_of_32", out);
  tiles<8><<<N / 128, 128>>>(in, out);
  same("tiles_of_8", out);
  coalesced<<<N / 128, 128>>>(in, out);
  same("coalesced_threads", out);
  aggregated<<<N / 128, 128>>>(in, count);
  same("aggregated_atomics", count);
  group_reduce<<<N / 128, 128>>>(in, out);
  same("group_reduce_scan", out);
  generic_groups<<<N / 128, 128>>>(in, out);
  same("generic_groups", out);
  int *from = a, *to = b, n = N, steps = 10;
  void* arguments[] = {&from, &to, &n, &steps};
  CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(grid_steps), dim3(8), dim3(64), arguments, 0, nullptr));
  same("grid_sync", a);
}
