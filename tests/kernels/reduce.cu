// Reductions: in shared memory, in warps, over the grid.
#include <cfloat>

#include "suite.cuh"

constexpr int N = 10007;

__global__ void sum_shared(const int* in, int* out, int n) {
  __shared__ int part[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half >>= 1) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}

template <class T> __device__ T warp_sum(T value) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2) value += __shfl_down_sync(0xffffffff, value, offset);
  return value;
}

template <class T> __device__ T block_sum(T value) {
  __shared__ T part[32];
  const int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
  value = warp_sum(value);
  if (lane == 0) part[warp] = value;
  __syncthreads();
  const int warps = (blockDim.x + warpSize - 1) / warpSize;
  value = static_cast<int>(threadIdx.x) < warps ? part[threadIdx.x] : T(0);
  return warp == 0 ? warp_sum(value) : T(0);
}

template <class T> __global__ void sum_shuffle(const T* in, T* out, int n) {
  T value = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) value += in[i];
  value = block_sum(value);
  if (threadIdx.x == 0) atomicAdd(out, value);
}

// The block that ends last adds what the others have left.
__device__ unsigned int blocks_done = 0;
__global__ void sum_last_block(const float* in, volatile float* part, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float value = block_sum(i < n ? in[i] : 0.0f);
  __shared__ bool last;
  if (threadIdx.x == 0) {
    part[blockIdx.x] = value;
    __threadfence();
    last = atomicInc(&blocks_done, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;
  float total = 0;
  for (unsigned k = threadIdx.x; k < gridDim.x; k += blockDim.x) total += part[k];
  __syncthreads();
  total = block_sum(total);
  if (threadIdx.x == 0) *out = total;
}

__global__ void max_float(const float* in, float* out, int n) {
  float best = -FLT_MAX;
  for (int i = threadIdx.x; i < n; i += blockDim.x) best = fmaxf(best, in[i] * ((i % 7) - 3));
  for (int offset = warpSize / 2; offset > 0; offset /= 2) best = fmaxf(best, __shfl_xor_sync(0xffffffff, best, offset));
  if (threadIdx.x % warpSize == 0) atomicMax(reinterpret_cast<int*>(out), __float_as_int(best));
}

__global__ void arg_min(const int* in, unsigned long long* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicMin(out, (static_cast<unsigned long long>(in[i]) << 32) | static_cast<unsigned>(i));
}

struct Moments {
  float count, mean, squares;
};
__device__ Moments merged(Moments a, Moments b) {
  if (b.count == 0) return a;
  const float count = a.count + b.count, delta = b.mean - a.mean;
  return {count, a.mean + delta * b.count / count, a.squares + b.squares + delta * delta * a.count * b.count / count};
}
__global__ void welford(const float* in, float* out, int columns) {
  __shared__ Moments part[128];
  Moments mine = {0, 0, 0};
  for (int i = threadIdx.x; i < columns; i += blockDim.x) mine = merged(mine, {1, in[blockIdx.x * columns + i], 0});
  part[threadIdx.x] = mine;
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) part[threadIdx.x] = merged(part[threadIdx.x], part[threadIdx.x + half]);
  }
  if (threadIdx.x == 0) {
    out[2 * blockIdx.x] = part[0].mean;
    out[2 * blockIdx.x + 1] = part[0].squares / part[0].count;
  }
}

template <int kBlock> __global__ void dot(const float* a, const float* b, double* out, int n) {
  __shared__ double part[kBlock];
  double sum = 0;
  for (int i = blockIdx.x * kBlock + threadIdx.x; i < n; i += gridDim.x * kBlock) sum += double(a[i]) * b[i];
  part[threadIdx.x] = sum;
  __syncthreads();
#pragma unroll
  for (int half = kBlock / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}

__global__ void count_votes(const int* in, int* out, int n) {
  for (int base = blockIdx.x * blockDim.x; base < n; base += gridDim.x * blockDim.x) {
    const int i = base + threadIdx.x;
    const int count = __syncthreads_count(i < n && in[i] % 3 == 0);
    const int any = __syncthreads_or(i < n && in[i] == 17), all = __syncthreads_and(i >= n || in[i] != 18);
    if (threadIdx.x == 0) atomicAdd(out, count), atomicAdd(out + 1, any != 0), atomicAdd(out + 2, all != 0);
  }
}

__global__ void rows_sum(const float* in, float* out, int columns) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) sum += in[row * columns + c];
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset, 32);
  if (threadIdx.x == 0) out[row] = sum;
}

int main() {
  const Array<int> ints(input_ints(N, 1000));
  const Array<float> floats(input_floats(N));
  const int blocks = blocks_for(N, 256);
  Array<int> block_sums(blocks), total(1), votes(3);
  sum_shared<<<blocks, 256>>>(ints, block_sums, N);
  same("sum_shared", block_sums);
  sum_shuffle<<<7, 256>>>(ints.get(), total.get(), N);
  same("sum_shuffle_int", total);
  Array<float> float_total(1), part(blocks), best(1), mean(20), rows(64);
  sum_shuffle<<<7, 256>>>(floats.get(), float_total.get(), N);
  close("sum_shuffle_float", float_total);
  for (int run = 0; run < 2; ++run) sum_last_block<<<blocks, 256>>>(floats, part, float_total, N);
  close("sum_last_block", float_total);
  max_float<<<1, 512>>>(floats, best, N);
  same("max_float", best);
  Array<unsigned long long> least(std::vector<unsigned long long>{~0ull});
  arg_min<<<blocks, 256>>>(ints, least, N);
  same("arg_min", least);
  welford<<<10, 128>>>(floats, mean, 1000);
  close("welford", mean);
  Array<double> products(5);
  dot<128><<<5, 128>>>(floats, floats + 1, products, N - 1);
  close("dot", products);
  count_votes<<<4, 256>>>(ints, votes, N);
  same("count_votes", votes);
  rows_sum<<<8, dim3(32, 8)>>>(floats, rows, 150);
  close("rows_sum", rows);
}
