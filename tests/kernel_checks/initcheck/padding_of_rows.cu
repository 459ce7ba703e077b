// Rows are set, but what lies between them is read, too.
// Source: https://github.com/Henning1/dogqc/issues/4
#include "../program.cuh"

__global__ void sum(const int* data, int n, int* out) {
  int total = 0;
  for (int i = 0; i < n; ++i) total += data[i];  // finding: initcheck uninitialized-global-read
  *out = total;
}

int main() {
  int* data = raw<int>(8 * 32);
  cudaMemset2D(data, 32 * sizeof(int), 0, 24 * sizeof(int), 8);
  sum<<<1, 1>>>(data, 8 * 32, zeros<int>(1));
  return done();
}
