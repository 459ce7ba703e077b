// The second kernel reads what other blocks of the first have written: they are in one stream.
#include "../program.cuh"

__global__ void fill(int* data) { data[blockIdx.x * 64 + threadIdx.x] = blockIdx.x; }

__global__ void mirror(const int* data, int* out, int n) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  out[i] = data[n - 1 - i];
}

int main() {
  int* data = raw<int>(256);
  fill<<<4, 64>>>(data);
  mirror<<<4, 64>>>(data, raw<int>(256), 256);
  fill<<<4, 64>>>(data);
  return done();
}
