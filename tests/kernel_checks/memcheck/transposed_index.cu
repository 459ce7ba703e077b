// Rows and columns are mixed up, which only a matrix that is not square shows.
// Source: https://github.com/ORNL/HeCBench/issues/112
#include "../program.cuh"

__global__ void mark(int* matrix, int rows, int columns) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < columns && y < rows)
    matrix[x * columns + y] = 1;  // finding: memcheck invalid-global-write
}

int main() {
  mark<<<dim3(4, 1), dim3(8, 8)>>>(zeros<int>(8 * 32), 8, 32);
  return done();
}
