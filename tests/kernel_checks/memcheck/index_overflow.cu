// The offset of a row is computed in 32 bits.
// Source: https://github.com/microsoft/onnxruntime/issues/28107
#include "../program.cuh"

__global__ void gather(const float* table, const unsigned* rows, unsigned width, float* out) {
  const int offset = static_cast<int>(rows[blockIdx.x] * width);
  out[blockIdx.x] = table[offset];  // finding: memcheck invalid-global-read
}

int main() {
  const unsigned row = 300000;
  unsigned* rows = zeros<unsigned>(1);
  cudaMemcpy(rows, &row, sizeof row, cudaMemcpyHostToDevice);
  gather<<<1, 1>>>(zeros<float>(1024), rows, 8960, zeros<float>(1));
  return done();
}
