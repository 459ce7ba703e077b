// The mask names all lanes, but half of them are elsewhere.
// Source: compute-sanitizer's manual, "Synccheck Tool": divergent threads in a warp
#include "../program.cuh"

__global__ void branch(int* data) {
  __shared__ int values[32];
  values[threadIdx.x] = data[threadIdx.x];
  if (threadIdx.x < 16) {
    __syncwarp();  // finding: synccheck divergent-warp
    data[threadIdx.x] = values[15 - threadIdx.x];
  }
  data[32 + threadIdx.x] = values[threadIdx.x];
}

int main() {
  branch<<<1, 32>>>(zeros<int>(64));
  return done();
}
