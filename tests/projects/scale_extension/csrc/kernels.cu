// A block for each row; the factor is read once, into shared memory.
#include "row.cuh"
#include "scale/scale.h"

__global__ void scale_kernel(const float* input, const float* factors, float* output, int columns) {
  __shared__ float factor;
  const int row = blockIdx.x;
  if (threadIdx.x == 0) factor = factors[row];
  __syncthreads();
  for (int i = threadIdx.x; i < columns; i += blockDim.x) {
    output[index(row, i, columns)] = factor * __ldg(input + index(row, i, columns));
  }
}

void scale_rows(const float* input, const float* factors, float* output, int rows, int columns,
                cudaStream_t stream) {
  scale_kernel<<<rows, 64, 0, stream>>>(input, factors, output, columns);
}
