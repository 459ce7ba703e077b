// A kernel and its launch: mcc saxpy.mu -o saxpy
#include <musa_runtime.h>

#include <cstdio>

__global__ void saxpy(int n, float a, const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
}

int main() {
  const int n = 1000;
  float *x, *y;
  musaMallocManaged(&x, n * sizeof(float));
  musaMallocManaged(&y, n * sizeof(float));
  for (int i = 0; i < n; ++i) x[i] = y[i] = static_cast<float>(i);
  saxpy<<<(n + 255) / 256, 256>>>(n, 2.0f, x, y);
  const musaError_t error = musaDeviceSynchronize();
  std::printf("%s, y[999] = %g\n", musaGetErrorString(error), y[999]);
  return error;
}
