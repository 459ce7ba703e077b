// Both branches have a barrier, but not the same one.
// Source: https://github.com/ggml-org/llama.cpp/pull/27955
#include "../program.cuh"

__global__ void branches(int* data) {
  __shared__ int values[64];
  values[threadIdx.x] = data[threadIdx.x];
  if (threadIdx.x < 16) {
    values[threadIdx.x] += 1;  // finding: racecheck race-shared
    __syncthreads();  // finding: synccheck divergent-block
  } else {
    values[threadIdx.x] += 2;  // finding: racecheck race-shared
    __syncthreads();  // finding: synccheck divergent-block
  }
  data[threadIdx.x] = values[63 - threadIdx.x];  // finding: racecheck race-shared
}

int main() {
  branches<<<1, 64>>>(zeros<int>(64));
  return done();
}
