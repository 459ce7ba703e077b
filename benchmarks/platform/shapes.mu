// Common shapes of kernels against the same work written for the CPU: OpenMP over all cores, in the same run. Rows
// without a limit are there to be looked at.
#include <musa_fp16.h>
#include <omp.h>

#include <cstdint>

#include "kernels.h"

namespace {

constexpr int kCount = 1 << 24;
constexpr int kBlocks = 512;  // of a grid that loops
constexpr int kSide = 4096;   // of an image
constexpr int kTokens = 2048;
constexpr int kWidth = 4096;
constexpr int kMatrix = 256;

struct Arrays {
  float* x = measure::device_array<float>(kCount);
  float* y = measure::device_array<float>(kCount);
  float* z = measure::device_array<float>(kCount);
  int* index = measure::device_array<int>(kCount);
};

#define LOOP_OF_PYTORCH(i, n)                                                  \
  int64_t index_ = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; \
  for (int i = index_; index_ < (n); index_ += blockDim.x * gridDim.x, i = index_)

__global__ void stride(float* y, const float* x, float a, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    y[i] = a * x[i] + y[i];
  }
}
__global__ void stride_of_pytorch(float* y, const float* x, float a, int n) {
  LOOP_OF_PYTORCH(i, n) { y[i] = a * x[i] + y[i]; }
}
__global__ void stride_while(float* __restrict__ y, const float* __restrict__ x, float a, size_t n) {
  size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  const size_t step = static_cast<size_t>(blockDim.x) * gridDim.x;
  while (i < n) {
    y[i] = a * x[i] + y[i];
    i += step;
  }
}
template <class F>
__global__ void for_each(int64_t n, F f) {
  for (int64_t i = blockIdx.x * static_cast<int64_t>(blockDim.x) + threadIdx.x; i < n;
       i += static_cast<int64_t>(blockDim.x) * gridDim.x) {
    f(i);
  }
}
template <class F>
__global__ void elementwise(int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) f(i);
}
template <int items, class F>
__global__ void some_items(int n, F f) {
  int i = blockIdx.x * blockDim.x * items + threadIdx.x;
#pragma unroll
  for (int item = 0; item < items; ++item) {
    if (i >= n) return;
    f(i);
    i += blockDim.x;
  }
}
__global__ void by_fours(float4* y, const float4* x, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float4 u = x[i];
  float4 v = y[i];
  v.x += a * u.x;
  v.y += a * u.y;
  v.z += a * u.z;
  v.w += a * u.w;
  y[i] = v;
}
__host__ __device__ float gelu(float x) {
  return 0.5f * x * (1.0f + tanhf(0.79788456f * (x + 0.044715f * x * x * x)));
}
__global__ void gelu_of(float* y, const float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = gelu(__ldg(&x[i]));
}
__global__ void half_saxpy(__half* y, const __half* x, __half a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __hadd(__hmul(a, x[i]), y[i]);
}
__global__ void image(float* z, const float* x, const float* y, int w, int h) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < w && row < h) z[row * w + column] = x[row * w + column] + y[row * w + column];
}
__global__ void stencil(float* z, const float* x, int w, int h) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i <= 0 || j <= 0 || i >= w - 1 || j >= h - 1) return;
  const float* at = x + j * w + i;
  z[j * w + i] = 0.25f * (at[-1] + at[1] + at[-w] + at[w]);
}
// A block for each row, as kernels of language models have it.
__global__ void gated(float* z, const float* x, int d) {
  const int64_t token = blockIdx.x;
  for (int64_t i = threadIdx.x; i < d; i += blockDim.x) {
    const float u = __ldg(&x[token * 2 * d + i]);
    const float v = __ldg(&x[token * 2 * d + d + i]);
    z[token * d + i] = u / (1.0f + u * u) * v;
  }
}
__global__ void gather(float* y, const float* x, const int* index, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[index[i]];
}
__global__ void sum(float* out, const float* x, int n) {
  __shared__ float part[256];
  float own = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) own += x[i];
  part[threadIdx.x] = own;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(out, part[0]);
}
__global__ void product(float* c, const float* a, const float* b, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n || column >= n) return;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}
__global__ void tiled_product(float* c, const float* a, const float* b, int n) {
  __shared__ float as[16][16], bs[16][16];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
  float sum = 0;
  for (int tile = 0; tile < n; tile += 16) {
    as[y][x] = a[row * n + tile + x];
    bs[y][x] = b[(tile + y) * n + column];
    __syncthreads();
    for (int k = 0; k < 16; ++k) sum += as[y][k] * bs[k][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// The same for the CPU: work(i) for all i.
template <class Work>
__attribute__((noinline)) void by_openmp(int n, Work work) {
#pragma omp parallel for firstprivate(work)
  for (int i = 0; i < n; ++i) work(i);
}
template <class Work>
__attribute__((noinline)) void by_openmp_rows(int from, int to, int first, int last, Work work) {
#pragma omp parallel for firstprivate(work)
  for (int j = from; j < to; ++j) {
    for (int i = first; i < last; ++i) work(i, j);
  }
}
__attribute__((noinline)) void sum_by_openmp(float* out, const float* x, int n) {
  float all = 0;
#pragma omp parallel for reduction(+ : all)
  for (int i = 0; i < n; ++i) all += x[i];
  *out += all;
}

void loops_of_strides(const Arrays& arrays) {
  float *x = arrays.x, *y = arrays.y;
  const auto saxpy = [=](int i) { y[i] = 2.0f * x[i] + y[i]; };
  const auto loop = [&] { by_openmp(kCount, saxpy); };
  const auto row = [&](const char* name, auto kernel, const char* limit) {
    measure::row(name, measure::ratio(kernel, loop), "times", limit);
  };
  row("saxpy, loop over the grid", [&] { stride<<<kBlocks, 256>>>(y, x, 2, kCount); }, "<=2");
  row("saxpy, PyTorch's loop", [&] { stride_of_pytorch<<<kBlocks, 256>>>(y, x, 2, kCount); }, "");
  row("saxpy, while", [&] { stride_while<<<kBlocks, 256>>>(y, x, 2, kCount); }, "<=2");
  row("saxpy, loop over the grid calls a lambda",
      [&] { for_each<<<kBlocks, 256>>>(kCount, [=] __device__(int64_t i) { y[i] = 2.0f * x[i] + y[i]; }); },
      "<=2");
  row("saxpy, lambda", [&] { elementwise<<<kCount / 256, 256>>>(kCount, saxpy); }, "<=2");
  row("saxpy, four items a thread",
      [&] { some_items<4><<<kCount / 1024, 256>>>(kCount, saxpy); }, "");
  row("saxpy, float4",
      [&] { by_fours<<<kCount / 1024, 256>>>((float4*)y, (const float4*)x, 2, kCount / 4); }, "<=2");
}

void of_one_dimension(const Arrays& arrays) {
  float *x = arrays.x, *y = arrays.y, *z = arrays.z;
  const int* index = arrays.index;
  const int few = kCount / 4;
  measure::row("gelu", measure::ratio([&] { gelu_of<<<few / 256, 256>>>(y, x, few); },
                                      [&] { by_openmp(few, [=](int i) { y[i] = gelu(x[i]); }); }),
               "times", "<=2");
  auto *u = (__half*)x, *v = (__half*)z;
  const __half a = __float2half(2.0f);
  measure::row("saxpy of half",
               measure::ratio([&] { half_saxpy<<<few / 256, 256>>>(v, u, a, few); },
                              [&] { by_openmp(few, [=](int i) { v[i] = __hadd(__hmul(a, u[i]), v[i]); }); }),
               "times", "<=2");
  measure::row("gather", measure::ratio([&] { gather<<<kCount / 256, 256>>>(y, x, index, kCount); },
                                        [&] { by_openmp(kCount, [=](int i) { y[i] = x[index[i]]; }); }),
               "times", "<=2");
  measure::row("sum, loop over the grid, then shared memory",
               measure::ratio([&] { sum<<<kBlocks, 256>>>(z, x, kCount); }, [&] { sum_by_openmp(z, x, kCount); }),
               "times");
}

void of_two_dimensions(const Arrays& arrays) {
  float *x = arrays.x, *y = arrays.y, *z = arrays.z;
  const auto add = [=](int i, int j) { z[j * kSide + i] = x[j * kSide + i] + y[j * kSide + i]; };
  const auto images = [&] { by_openmp_rows(0, kSide, 0, kSide, add); };
  const auto added = [&](dim3 block) {
    return measure::ratio([&] { image<<<dim3(kSide / block.x, kSide / block.y), block>>>(z, x, y, kSide, kSide); }, images);
  };
  measure::row("images, blocks of 32 x 8", added(dim3(32, 8)), "times");
  measure::row("images, blocks of 16 x 16", added(dim3(16, 16)), "times");
  measure::row("stencil, blocks of 32 x 8",
               measure::ratio([&] { stencil<<<dim3(kSide / 32, kSide / 8), dim3(32, 8)>>>(z, x, kSide, kSide); },
                              [&] {
                                by_openmp_rows(1, kSide - 1, 1, kSide - 1, [=](int i, int j) {
                                  const float* at = x + j * kSide + i;
                                  z[j * kSide + i] = 0.25f * (at[-1] + at[1] + at[-kSide] + at[kSide]);
                                });
                              }),
               "times");
  measure::row("a block a row, loop over the block",
               measure::ratio([&] { gated<<<kTokens, 1024>>>(z, x, kWidth); },
                              [&] {
                                by_openmp_rows(0, kTokens, 0, kWidth, [=](int i, int j) {
                                  const float u = x[j * 2 * kWidth + i], v = x[j * 2 * kWidth + kWidth + i];
                                  z[j * kWidth + i] = u / (1.0f + u * u) * v;
                                });
                              }),
               "times", "<=2");
}

void matrices(const Arrays& arrays) {
  float *x = arrays.x, *y = arrays.y, *z = arrays.z;
  const auto loop = [&] {
    by_openmp_rows(0, kMatrix, 0, kMatrix, [=](int i, int j) {
      float all = 0;
      for (int k = 0; k < kMatrix; ++k) all += x[j * kMatrix + k] * y[k * kMatrix + i];
      z[j * kMatrix + i] = all;
    });
  };
  const dim3 grid(kMatrix / 16, kMatrix / 16);
  measure::row("product of matrices",
               measure::ratio([&] { product<<<grid, dim3(16, 16)>>>(z, x, y, kMatrix); }, loop), "times", "<=2");
  measure::row("product of matrices by tiles",
               measure::ratio([&] { tiled_product<<<grid, dim3(16, 16)>>>(z, x, y, kMatrix); }, loop), "times");
}

}  // namespace

int main() {
  const Arrays arrays;
  by_openmp(kCount, [&](int i) {
    arrays.x[i] = static_cast<float>(i % 100);
    arrays.index[i] = (i * 7) & (kCount - 1);
  });
  loops_of_strides(arrays);
  of_one_dimension(arrays);
  of_two_dimensions(arrays);
  matrices(arrays);
  return 0;
}
