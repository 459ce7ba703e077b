// Scans: of blocks, of warps, of segments, over the grid with look-back; compaction by them.
#include "suite.cuh"

constexpr int N = 10240, BLOCK = 256;

__global__ void hillis_steele(const int* in, int* out) {
  __shared__ int rows[2][BLOCK];
  const int i = blockIdx.x * BLOCK + threadIdx.x, t = threadIdx.x;
  int from = 0;
  rows[0][t] = in[i];
  for (int step = 1; step < BLOCK; step *= 2, from ^= 1) {
    __syncthreads();
    rows[from ^ 1][t] = t >= step ? rows[from][t] + rows[from][t - step] : rows[from][t];
  }
  out[i] = rows[from][t];
}

__global__ void blelloch(const int* in, int* out) {
  extern __shared__ int tree[];
  const int n = 2 * blockDim.x, base = blockIdx.x * n, t = threadIdx.x;
  tree[2 * t] = in[base + 2 * t];
  tree[2 * t + 1] = in[base + 2 * t + 1];
  int offset = 1;
  for (int d = n / 2; d > 0; d /= 2, offset *= 2) {
    __syncthreads();
    if (t < d) tree[offset * (2 * t + 2) - 1] += tree[offset * (2 * t + 1) - 1];
  }
  if (t == 0) tree[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset /= 2;
    __syncthreads();
    if (t < d) {
      const int left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1, value = tree[left];
      tree[left] = tree[right];
      tree[right] += value;
    }
  }
  __syncthreads();
  out[base + 2 * t] = tree[2 * t];
  out[base + 2 * t + 1] = tree[2 * t + 1];
}

__device__ int warp_scan(int value) {
  const int lane = threadIdx.x % warpSize;
  for (int step = 1; step < warpSize; step *= 2) {
    const int other = __shfl_up_sync(0xffffffff, value, step);
    if (lane >= step) value += other;
  }
  return value;
}

__device__ int block_scan(int value) {
  __shared__ int sums[32];
  const int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize, warps = blockDim.x / warpSize;
  value = warp_scan(value);
  if (lane == warpSize - 1) sums[warp] = value;
  __syncthreads();
  if (warp == 0) {
    const int sum = warp_scan(lane < warps ? sums[lane] : 0);
    if (lane < warps) sums[lane] = sum;
  }
  __syncthreads();
  const int result = value + (warp > 0 ? sums[warp - 1] : 0);
  __syncthreads();
  return result;
}

__global__ void scan_blocks(const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = block_scan(in[i]);
}

// One pass: a block takes a number, says its own sum, then looks back for the sum of all before it. A word of a tile:
// 0 nothing yet; 1 in the upper half: its own sum; 2: the sum up to its end.
__device__ int look_back(unsigned long long* tiles, int tile) {
  int before = 0;
  for (int k = tile - 1; k >= 0; --k) {
    unsigned long long word;
    do word = atomicAdd(tiles + k, 0ull);
    while (word >> 32 == 0);
    before += static_cast<int>(word & 0xffffffff);
    if (word >> 32 == 2) break;
  }
  return before;
}
__global__ void decoupled_look_back(const int* in, int* out, unsigned long long* tiles, int* next) {
  __shared__ int tile, before;
  if (threadIdx.x == 0) tile = atomicAdd(next, 1);
  __syncthreads();
  const int i = tile * blockDim.x + threadIdx.x;
  const int sum = block_scan(in[i]);
  if (threadIdx.x == blockDim.x - 1) {
    atomicExch(tiles + tile, 1ull << 32 | static_cast<unsigned>(sum));
    before = look_back(tiles, tile);
    atomicExch(tiles + tile, 2ull << 32 | static_cast<unsigned>(before + sum));
  }
  __syncthreads();
  out[i] = before + sum;
}

__global__ void segmented_scan(const int* in, const int* heads, int* out) {
  __shared__ int value[BLOCK], head[BLOCK];
  const int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
  value[t] = in[i];
  head[t] = heads[i] || t == 0;
  for (int step = 1; step < BLOCK; step *= 2) {
    __syncthreads();
    const int v = t >= step && !head[t] ? value[t - step] : 0, h = t >= step ? head[t - step] : 0;
    __syncthreads();
    value[t] += v;
    head[t] |= h;
  }
  out[i] = value[t];
}

__global__ void compact(const int* in, int* out, int* counts) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const bool keep = in[i] % 5 < 2;
  const int place = block_scan(keep);
  if (keep) out[blockIdx.x * blockDim.x + place - 1] = in[i];
  if (threadIdx.x == blockDim.x - 1) counts[blockIdx.x] = place;
}

__global__ void scan_max(const int* in, int* out) {
  int best = 0;
  for (int base = 0; base < N; base += warpSize) {
    int value = in[base + threadIdx.x];
    for (int step = 1; step < warpSize; step *= 2) {
      const int other = __shfl_up_sync(0xffffffff, value, step);
      if (static_cast<int>(threadIdx.x) >= step) value = max(value, other);
    }
    value = max(value, best);
    out[base + threadIdx.x] = value;
    best = __shfl_sync(0xffffffff, value, warpSize - 1);
  }
}

int main() {
  const Array<int> in(input_ints(N, 100)), wide(input_ints(N, 1 << 20));
  const Array<int> heads(made<int>(N, [](int i) { return input_int(i + 77, 10) == 0; }));
  Array<int> out(N), counts(N / BLOCK), next(1);
  hillis_steele<<<N / BLOCK, BLOCK>>>(in, out);
  same("hillis_steele", out);
  blelloch<<<N / 512, 256, 512 * sizeof(int)>>>(in, out);
  same("blelloch", out);
  scan_blocks<<<N / 512, 512>>>(in, out);
  same("scan_blocks", out);
  Array<unsigned long long> tiles(N / BLOCK);
  decoupled_look_back<<<N / BLOCK, BLOCK>>>(in, out, tiles, next);
  same("decoupled_look_back", out);
  segmented_scan<<<N / BLOCK, BLOCK>>>(in, heads, out);
  same("segmented_scan", out);
  CHECK(cudaMemset(out, 0, N * sizeof(int)));
  compact<<<N / BLOCK, BLOCK>>>(in, out, counts);
  same("compact", out);
  same("compact_counts", counts);
  cudaDeviceProp properties;
  CHECK(cudaGetDeviceProperties(&properties, 0));
  scan_max<<<1, properties.warpSize>>>(wide, out);
  same("scan_max", out);
}
