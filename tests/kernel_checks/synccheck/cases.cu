// Each case of a switch has a barrier of its own.
// Source: https://github.com/ggml-org/llama.cpp/issues/27678
#include "../program.cuh"

__global__ void cases(int* data) {
  switch (threadIdx.x % 3) {
    case 0:
      data[threadIdx.x] = 1;
      __syncthreads();  // finding: synccheck divergent-block
      break;
    case 1:
      data[threadIdx.x] = 2;
      __syncthreads();  // finding: synccheck divergent-block
      break;
    default: data[threadIdx.x] = 3;
  }
}

int main() {
  cases<<<1, 96>>>(zeros<int>(96));
  return done();
}
