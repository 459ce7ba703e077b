// The launch gives as many bytes as there are elements.
// Source: https://github.com/owensgroup/RXMesh/issues/75
#include "../program.cuh"

extern __shared__ float staged[];

__global__ void stage(const float* in, float* out) {
  staged[threadIdx.x] = in[threadIdx.x];  // finding: memcheck invalid-shared-write
  __syncthreads();
  out[threadIdx.x] = staged[blockDim.x - 1 - threadIdx.x];
}

int main() {
  stage<<<1, 128, 128>>>(zeros<float>(128), zeros<float>(128));
  return done();
}
