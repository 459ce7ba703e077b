// Threads go round a loop with a barrier as often as their number says.
// Source: compute-sanitizer's manual, "Synccheck Tool": divergent threads in a block
#include "../program.cuh"

__global__ void rounds(int* data) {
  for (unsigned k = 0; k <= threadIdx.x / 8; ++k) {
    data[k * 64 + threadIdx.x] = k;
    __syncthreads();  // finding: synccheck divergent-block
  }
}

int main() {
  rounds<<<1, 64>>>(zeros<int>(8 * 64));
  return done();
}
