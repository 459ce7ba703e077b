// Each step reads the row and the column that other threads change.
// Source: https://github.com/ORNL/HeCBench/issues/261
#include "../program.cuh"

__global__ void relax(int* distances) {
  __shared__ int tile[16][16];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = distances[y * 16 + x];
  __syncthreads();
  for (int k = 0; k < 16; ++k) {
    const int way = tile[y][k] + tile[k][x] - 20 * k;  // finding: racecheck race-shared
    if (way < tile[y][x]) tile[y][x] = way;            // finding: racecheck race-shared
  }
  distances[y * 16 + x] = tile[y][x];
}

int main() {
  relax<<<1, dim3(16, 16)>>>(counted(256));
  return done();
}
