// Warps return from a loop whose turns begin with a barrier, while the others come to it again.
// Source: compute-sanitizer 2025.3.1 on an NVIDIA H200, which reports it
#include "../program.cuh"

__global__ void count(int* turns, int n) {
  for (int i = 0; i < n; ++i) {
    __syncthreads();  // finding: synccheck divergent-block
    turns[threadIdx.x] = i;
    if (i == threadIdx.x / 32) return;
  }
}

int main() {
  count<<<1, 128>>>(zeros<int>(128), 100);
  return done();
}
