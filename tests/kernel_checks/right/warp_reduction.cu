// Steps of one warp in shared memory, with __syncwarp() between reading and writing.
#include "../program.cuh"

__global__ void sum(const int* in, int* out) {
  __shared__ int values[32];
  const int lane = threadIdx.x;
  values[lane] = in[lane];
  __syncwarp();
  for (int step = 16; step > 0; step /= 2) {
    const int other = values[lane ^ step];
    __syncwarp();
    values[lane] += other;
    __syncwarp();
  }
  out[lane] = values[lane];
}

int main() {
  sum<<<1, 32>>>(counted(32), zeros<int>(32));
  return done();
}
