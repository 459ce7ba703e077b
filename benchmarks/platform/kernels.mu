// Kernels of .mu files against the same work written for the CPU: OpenMP over all cores, in the same run.
// Rows without a limit are there to be looked at.
#include <omp.h>

#include "kernels.h"

namespace {

using measure::best_ns;
using measure::device_array;
using measure::ratio;

__global__ void saxpy(float* y, const float* x, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

__global__ void polynomial(float* y, const float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float value = x[i];
  for (int step = 0; step < 16; ++step) value = value * 0.5f + 1.0f;
  y[i] = value;
}

// The same for the CPU.
__attribute__((noinline)) void saxpy_by_openmp(float* y, const float* x, float a, int n) {
#pragma omp parallel for simd
  for (int i = 0; i < n; ++i) y[i] = a * x[i] + y[i];
}

__attribute__((noinline)) void polynomial_by_openmp(float* y, const float* x, int n) {
#pragma omp parallel for simd
  for (int i = 0; i < n; ++i) {
    float value = x[i];
    for (int step = 0; step < 16; ++step) value = value * 0.5f + 1.0f;
    y[i] = value;
  }
}

__attribute__((noinline)) void histogram_by_openmp(unsigned* counts, const unsigned char* values,
                                                   int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
#pragma omp atomic
    ++counts[values[i]];
  }
}

void vectors(const char* name, int n, int calls, const char* limit) {
  float* const x = device_array<float>(n);
  float* const y = device_array<float>(n);
  const int blocks = (n + 255) / 256;
  measure::row(name,
               ratio([&] { saxpy<<<blocks, 256>>>(y, x, 2.0f, n); },
                     [&] { saxpy_by_openmp(y, x, 2.0f, n); },
                     calls),
               "times", limit);
  CHECKED(musaFree(x));
  CHECKED(musaFree(y));
}

void arithmetic() {
  const int n = 1 << 22;
  float* const x = device_array<float>(n);
  float* const y = device_array<float>(n);
  measure::row("16 steps on 4 M numbers / OpenMP",
               ratio([&] { polynomial<<<n / 256, 256>>>(y, x, n); },
                     [&] { polynomial_by_openmp(y, x, n); },
                     1),
               "times", "<=2");
}

__global__ void barriers(int* out, int count) {
  int value = threadIdx.x;
  for (int i = 0; i < count; ++i) {
    __syncthreads();
    value += i;
  }
  if (value == -1) *out = value;
}

__global__ void shuffles(int* out, int count) {
  int value = threadIdx.x;
  for (int i = 0; i < count; ++i) value += __shfl_xor_sync(~0u, value, 1);
  if (value == -1) *out = value;
}

// One block runs on one core.
template <class Kernel>
void waiting(const char* name, Kernel kernel, int threads, const char* limit) {
  const int count = 2000000 / threads;
  kernel<<<1, threads>>>(nullptr, 1);
  const double ns = best_ns([&] { kernel<<<1, threads>>>(nullptr, count); });
  measure::row(name, 1e3 * threads * count / ns, "M/s", limit);
}

__global__ void histogram(unsigned* counts, const unsigned char* values, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&counts[values[i]], 1u);
}

__global__ void histogram_by_blocks(unsigned* counts, const unsigned char* values, int n) {
  __shared__ unsigned own[256];
  own[threadIdx.x] = 0;
  __syncthreads();
  for (int k = 0; k < 16; ++k) {
    int i = (blockIdx.x * 16 + k) * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&own[values[i]], 1u);
  }
  __syncthreads();
  atomicAdd(&counts[threadIdx.x], own[threadIdx.x]);
}

void histograms() {
  const int n = 1 << 22;
  unsigned* const counts = device_array<unsigned>(256);
  unsigned char* const values = device_array<unsigned char>(n);
  std::vector<unsigned char> host(n);
  for (int i = 0; i < n; ++i) host[i] = static_cast<unsigned char>(i * 2654435761u >> 24);
  CHECKED(musaMemcpy(values, host.data(), n, musaMemcpyHostToDevice));
  const auto loop = [&] { histogram_by_openmp(counts, values, n); };
  measure::row("histogram by global atomics / OpenMP atomics",
               ratio([&] { histogram<<<n / 256, 256>>>(counts, values, n); }, loop, 1), "times",
               "<=2");
  measure::row(
      "histogram by shared atomics / OpenMP atomics",
      ratio([&] { histogram_by_blocks<<<n / 256 / 16, 256>>>(counts, values, n); }, loop, 1),
      "times");
}

}  // namespace

int main() {
  vectors("saxpy of 32 M floats / OpenMP", 1 << 25, 1, "<=2");
  vectors("saxpy of 4 M floats / OpenMP", 1 << 22, 5, "<=2");
  vectors("saxpy of 256 K floats / OpenMP, 50 in a row", 1 << 18, 50, "");
  arithmetic();
  waiting("barriers of threads a core, blocks of 64", barriers, 64, ">=20");
  waiting("barriers of threads a core, blocks of 256", barriers, 256, ">=20");
  waiting("barriers of threads a core, blocks of 1024", barriers, 1024, ">=20");
  waiting("shuffles of threads a core, blocks of 256", shuffles, 256, ">=10");
  histograms();
  return 0;
}
