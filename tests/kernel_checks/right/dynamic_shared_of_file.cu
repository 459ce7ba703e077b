// Dynamic shared memory that is declared outside of the kernel, and used with both barriers.
#include "../program.cuh"

extern __shared__ float staged[];

__global__ void reversed(const float* in, float* out) {
  for (int k = 0; k < 2; ++k) {
    staged[threadIdx.x] = in[threadIdx.x] + k;
    __syncthreads();
    out[threadIdx.x] = staged[blockDim.x - 1 - threadIdx.x];
    __syncthreads();
  }
}

int main() {
  reversed<<<1, 64, 64 * sizeof(float)>>>(zeros<float>(64), zeros<float>(64));
  return done();
}
