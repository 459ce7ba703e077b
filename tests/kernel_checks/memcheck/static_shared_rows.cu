// A tile has sixteen rows, and the halo asks for one more.
// Source: https://github.com/openmm/openmm/issues/2825
#include "../program.cuh"

__global__ void below(const float* in, float* out) {
  __shared__ float tile[16][16];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 16 + x];
  __syncthreads();
  out[y * 16 + x] = tile[y + 1][x];  // finding: memcheck invalid-shared-read
}

int main() {
  below<<<1, dim3(16, 16)>>>(zeros<float>(256), zeros<float>(256));
  return done();
}
