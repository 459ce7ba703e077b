// Compressed rows need one pointer more than there are rows.
// Source: https://github.com/ORNL/HeCBench/issues/132
#include "../program.cuh"

__global__ void lengths(const int* starts, int* out, int rows) {
  const int row = threadIdx.x;
  if (row < rows) {
    const int begin = starts[row];
    const int end = starts[row + 1];  // finding: memcheck invalid-global-read
    out[row] = end - begin;
  }
}

int main() {
  lengths<<<1, 32>>>(zeros<int>(20), zeros<int>(20), 20);
  return done();
}
