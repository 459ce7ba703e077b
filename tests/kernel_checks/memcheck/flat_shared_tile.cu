// A tile is filled as one row, by one element too many.
// Source: compute-sanitizer's manual, "Memcheck Tool": accesses to shared memory
#include "../program.cuh"

__global__ void fill(const float* in, float* out, int n) {
  __shared__ float tile[16][16];
  for (int k = threadIdx.x; k < n; k += blockDim.x) {
    tile[0][k] = in[k];  // finding: memcheck invalid-shared-write
  }
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x][0];
}

int main() {
  fill<<<1, 16>>>(zeros<float>(257), zeros<float>(16), 257);
  return done();
}
