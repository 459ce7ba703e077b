// Histograms and other counting, with atomics in shared and in global memory.
#include "suite.cuh"

constexpr int N = 20000, BINS = 64;

__global__ void histogram_global(const int* in, int* bins, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[in[i] % BINS], 1);
}

__global__ void histogram_shared(const int* in, int* bins, int n) {
  __shared__ int mine[BINS];
  for (int b = threadIdx.x; b < BINS; b += blockDim.x) mine[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&mine[in[i] % BINS], 1);
  __syncthreads();
  for (int b = threadIdx.x; b < BINS; b += blockDim.x) atomicAdd(&bins[b], mine[b]);
}

// A table for each warp, of sixteen bits a bin.
__global__ void histogram_warps(const int* in, int* bins, int n) {
  extern __shared__ unsigned int tables[];
  const int words = BINS / 2, warps = blockDim.x / 32, all = words * warps;
  for (int b = threadIdx.x; b < all; b += blockDim.x) tables[b] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    const int bin = in[i] % BINS;
    atomicAdd(&tables[threadIdx.x / 32 * words + bin / 2], bin % 2 ? 0x10000u : 1u);
  }
  __syncthreads();
  for (int b = threadIdx.x; b < BINS; b += blockDim.x) {
    int sum = 0;
    for (int w = 0; w < warps; ++w) sum += tables[w * words + b / 2] >> (b % 2 * 16) & 0xffff;
    bins[b] = sum;
  }
}

__global__ void weighted(const int* in, const float* weight, float* bins, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[in[i] % BINS], weight[i]);
}

__global__ void histogram_2d(const int* in, int* bins, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) atomicAdd(&bins[(in[y * width + x] % 8) * 8 + in[(y * width + x) / 2] % 8], 1);
}

// Counting sort: counts, places, elements; the order among equal keys is by index.
__global__ void counting_sort(const int* keys, int* order, int n) {
  __shared__ int start[BINS + 1];
  for (int b = threadIdx.x; b <= BINS; b += blockDim.x) start[b] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&start[keys[i] % BINS + 1], 1);
  __syncthreads();
  if (threadIdx.x == 0)
    for (int b = 0; b < BINS; ++b) start[b + 1] += start[b];
  __syncthreads();
  for (int b = threadIdx.x; b < BINS; b += blockDim.x) {
    int place = start[b];
    for (int i = 0; i < n; ++i)
      if (keys[i] % BINS == b) order[place++] = i;
  }
}

int main() {
  const Array<int> in(input_ints(N, 1 << 16));
  const Array<float> weight(input_floats(N));
  Array<int> bins(BINS), order(2000);
  const auto clear = [&] { CHECK(cudaMemset(bins, 0, BINS * sizeof(int))); };
  histogram_global<<<blocks_for(N, 128), 128>>>(in, bins, N);
  same("histogram_global", bins);
  clear();
  histogram_shared<<<8, 256>>>(in, bins, N);
  same("histogram_shared", bins);
  histogram_warps<<<1, 256, 8 * BINS / 2 * sizeof(int)>>>(in, bins, N);
  same("histogram_warps", bins);
  Array<float> sums(BINS);
  weighted<<<blocks_for(N, 256), 256>>>(in, weight, sums, N);
  same("histogram_weighted", sums);
  clear();
  histogram_2d<<<dim3(10, 20), dim3(16, 5)>>>(in, bins, 150, 99);
  same("histogram_2d", bins);
  counting_sort<<<1, 256>>>(in, order, 2000);
  same("counting_sort", order);
}
