// cudaMemset() counts bytes.
// Source: https://github.com/NVIDIA/cudf/issues/8873
#include "../program.cuh"

__global__ void sum(const int* in, int n, int* out) {
  int own = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    own += in[i];  // finding: initcheck uninitialized-global-read
  atomicAdd(out, own);
}

int main() {
  int* data = raw<int>(256);
  cudaMemset(data, 0, 256);
  sum<<<1, 64>>>(data, 256, zeros<int>(1));
  return done();
}
