// A tile is written by rows and read by columns, without a barrier.
// Source: https://github.com/flashinfer-ai/flashinfer/issues/614
#include "../program.cuh"

__global__ void transpose(const int* in, int* out) {
  __shared__ int tile[16][17];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 16 + x];   // finding: racecheck race-shared
  out[y * 16 + x] = tile[x][y];  // finding: racecheck race-shared, initcheck uninitialized-shared-read
}

int main() {
  transpose<<<1, dim3(16, 16)>>>(counted(256), zeros<int>(256));
  return done();
}
