// All threads that find something write the same.
#include "../program.cuh"

__global__ void any(const int* in, int* out) {
  __shared__ int found;
  if (threadIdx.x == 0) found = 0;
  __syncthreads();
  if (in[threadIdx.x] % 3 == 0) found = 1;
  __syncthreads();
  out[threadIdx.x] = found;
}

int main() {
  any<<<1, 64>>>(counted(64), zeros<int>(64));
  return done();
}
