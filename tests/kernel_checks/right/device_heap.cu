// Memory of the kernel that another thread fills, behind a barrier.
#include "../program.cuh"

__global__ void share(int* out) {
  __shared__ int* list;
  if (threadIdx.x == 0) list = static_cast<int*>(malloc(64 * sizeof(int)));
  __syncthreads();
  list[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = list[63 - threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) free(list);
}

int main() {
  share<<<1, 64>>>(zeros<int>(64));
  return done();
}
