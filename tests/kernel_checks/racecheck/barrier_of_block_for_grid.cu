// __syncthreads() does not wait for the neighbour's block.
// Source: https://github.com/NVIDIA/Fuser/pull/2391
#include "../program.cuh"

__global__ void halo(int* data, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = i;  // finding: racecheck race-global
  __syncthreads();
  out[i] = data[(i + 1) % (gridDim.x * blockDim.x)];  // finding: racecheck race-global
}

int main() {
  halo<<<4, 64>>>(zeros<int>(256), zeros<int>(256));
  return done();
}
