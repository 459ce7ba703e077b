// The launch gives no shared memory.
// Source: compute-sanitizer's manual, "Memcheck Tool": out of bounds accesses
#include "../program.cuh"

extern __shared__ int row_of_block[];

__global__ void keep(const int* in, int* out) {
  row_of_block[threadIdx.x] = in[threadIdx.x];  // finding: memcheck invalid-shared-write
  __syncthreads();
  out[threadIdx.x] = row_of_block[threadIdx.x ^ 1];
}

int main() {
  keep<<<1, 32>>>(zeros<int>(32), zeros<int>(32));
  return done();
}
