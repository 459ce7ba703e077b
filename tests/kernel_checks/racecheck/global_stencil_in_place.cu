// A stencil over blocks writes into the array that it reads.
// Source: https://github.com/kaldi-asr/kaldi/issues/3036
#include "../program.cuh"

__global__ void smooth(float* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n) data[i] = (data[i] + data[i - 1]) / 2;  // finding: racecheck race-global
}

int main() {
  smooth<<<4, 64>>>(ones(256), 256);
  return done();
}
