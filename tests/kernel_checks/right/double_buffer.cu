// Two buffers need one barrier a round.
#include "../program.cuh"

__global__ void shifted(const int* in, int* out, int tiles) {
  __shared__ int buffers[2][64];
  const int t = threadIdx.x;
  buffers[0][t] = in[t];
  for (int k = 0; k < tiles; ++k) {
    __syncthreads();
    if (k + 1 < tiles) buffers[(k + 1) % 2][t] = in[(k + 1) * 64 + t];
    out[k * 64 + t] = buffers[k % 2][(t + 33) % 64];
  }
}

int main() {
  shifted<<<1, 64>>>(counted(256), zeros<int>(256), 4);
  return done();
}
