// One buffer needs two.
#include "../program.cuh"

__global__ void reversed(const int* in, int* out, int tiles) {
  __shared__ int tile[64];
  for (int k = 0; k < tiles; ++k) {
    tile[threadIdx.x] = in[k * 64 + threadIdx.x];
    __syncthreads();
    out[k * 64 + threadIdx.x] = tile[63 - threadIdx.x];
    __syncthreads();
  }
}

int main() {
  reversed<<<1, 64>>>(counted(256), zeros<int>(256), 4);
  return done();
}
