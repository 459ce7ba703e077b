// Steps of a sorting network without barriers.
// Source: https://github.com/alicevision/popsift/pull/82
#include "../program.cuh"

__global__ void sort(int* data) {
  __shared__ int values[64];
  const int t = threadIdx.x;
  values[t] = data[t];
  __syncthreads();
  for (int k = 0; k < 64; ++k) {
    const int left = 2 * t + k % 2;
    if (left + 1 < 64 && values[left] < values[left + 1]) {  // finding: racecheck race-shared
      const int kept = values[left];                         // finding: racecheck race-shared
      values[left] = values[left + 1];                       // finding: racecheck race-shared
      values[left + 1] = kept;                               // finding: racecheck race-shared
    }
  }
  __syncthreads();
  data[t] = values[t];
}

int main() {
  sort<<<1, 64>>>(counted(64));
  return done();
}
