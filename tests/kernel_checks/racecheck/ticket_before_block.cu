// One thread's fence does not wait for what the rest of its block writes.
// Source: https://github.com/NVIDIA/cuml/issues/4157
#include "../program.cuh"

__global__ void sum(const int* in, int* copies, unsigned* tickets, int* out) {
  __shared__ bool last;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  copies[i] = in[i];  // finding: racecheck race-global
  if (threadIdx.x == 0) {
    __threadfence();
    last = atomicAdd(tickets, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int total = 0;
    for (unsigned k = 0; k < gridDim.x * blockDim.x; ++k)
      total += copies[k];  // finding: racecheck race-global
    *out = total;
  }
}

int main() {
  sum<<<4, 64>>>(counted(256), zeros<int>(256), zeros<unsigned>(1), zeros<int>(1));
  return done();
}
