// Each warp has a row of shared memory of its own, so it waits for nobody else.
#include "../program.cuh"

__global__ void rotated(const int* in, int* out) {
  __shared__ int rows[4][33];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int k = 0; k < 3; ++k) {
    rows[warp][lane] = in[threadIdx.x] + k;
    __syncwarp();
    out[k * 128 + threadIdx.x] = rows[warp][(lane + 1) % 32];
    __syncwarp();
  }
}

int main() {
  rotated<<<1, 128>>>(counted(128), zeros<int>(3 * 128));
  return done();
}
