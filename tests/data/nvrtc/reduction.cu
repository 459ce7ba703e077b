// As CuPy's reductions are: a complex type of the user's headers, shuffles, several blocks.
#include <own/limits.cuh>
#include "own/complex.cuh"

extern "C" __global__ void reduce(const Complex* from, Complex* to, long long count) {
  __shared__ Complex part[kThreads];
  Complex sum = {0, 0};
  for (long long i = blockIdx.x * kThreads + threadIdx.x; i < count; i += gridDim.x * kThreads)
    sum = sum * Complex{0.5f, 0.25f} + from[i];
  part[threadIdx.x] = sum;
  for (int half = kThreads / 2; half > 16; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) part[threadIdx.x] = part[threadIdx.x] + part[threadIdx.x + half];
  }
  __syncthreads();
  if (threadIdx.x < 32) {
    sum = part[threadIdx.x];
    for (int apart = 16; apart > 0; apart /= 2) {
      sum.re += __shfl_xor_sync(0xffffffff, sum.re, apart, 32);
      sum.im += __shfl_xor_sync(0xffffffff, sum.im, apart, 32);
    }
    if (threadIdx.x == 0) to[blockIdx.x] = sum;
  }
}
