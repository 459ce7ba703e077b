// Of two buffers, the one is filled that is being read.
// Source: https://github.com/flashinfer-ai/flashinfer/issues/614
#include "../program.cuh"

__global__ void shifted(const int* in, int* out, int tiles) {
  __shared__ int buffers[2][64];
  const int t = threadIdx.x;
  buffers[0][t] = in[t];
  for (int k = 0; k < tiles; ++k) {
    __syncthreads();
    const int now = k % 2;
    out[k * 64 + t] = buffers[now][(t + 33) % 64];              // finding: racecheck race-shared, initcheck uninitialized-shared-read
    if (k + 1 < tiles) buffers[now][t] = in[(k + 1) * 64 + t];  // finding: racecheck race-shared
  }
}

int main() {
  shifted<<<1, 64>>>(counted(256), zeros<int>(256), 4);
  return done();
}
