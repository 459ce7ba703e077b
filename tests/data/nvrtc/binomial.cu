// A binomial tree a block: options in constant memory, steps through shared memory.
#include "binomial.h"

static __constant__ Option options[kOptions];

extern "C" __global__ void binomial(float* values) {
  __shared__ float leaf[kSteps + 1];
  const Option option = options[blockIdx.x];
  for (int i = threadIdx.x; i <= kSteps; i += blockDim.x) {
    const float price =
        option.stock * expf(option.volatility * (2.0f * i - kSteps)) - option.strike;
    leaf[i] = price > 0 ? price : 0;
  }
  __syncthreads();
  for (int level = kSteps; level > 0; --level) {
    float value = 0;
    const bool active = threadIdx.x < level;
    if (active) value = option.up * leaf[threadIdx.x + 1] + option.down * leaf[threadIdx.x];
    __syncthreads();
    if (active) leaf[threadIdx.x] = value;
    __syncthreads();
  }
  if (threadIdx.x == 0) values[blockIdx.x] = leaf[0];
}
