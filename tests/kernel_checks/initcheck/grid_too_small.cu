// The grid is rounded down, so the last elements are not written.
// Source: https://github.com/cholla-hydro/cholla/issues/197
#include "../program.cuh"

__global__ void fill(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = i;
}

__global__ void sum(const int* data, int n, int* out) {
  int total = 0;
  for (int i = 0; i < n; ++i) total += data[i];  // finding: initcheck uninitialized-global-read
  *out = total;
}

int main() {
  int* data = raw<int>(100);
  fill<<<100 / 32, 32>>>(data, 100);
  sum<<<1, 1>>>(data, 100, zeros<int>(1));
  return done();
}
