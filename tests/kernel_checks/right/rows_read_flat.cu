// Arrays of rows are indexed beyond a row, and an array at the end of a structure has more elements than its type says.
#include "../program.cuh"

struct Matrix {
  float values[4][4];
  float scale;
};
struct Row {
  int length;
  float data[1];
};

__device__ float weights[4][4];
__constant__ float offsets[4][4] = {};

__global__ void turn(const float* in, float* out, Matrix* matrix, Row* row, int elements) {
  __shared__ float tile[16][17];
  __shared__ Matrix kept;
  extern __shared__ float rows[][4];
  float own[4][4];
  for (int k = 0; k < 16 * 17; ++k) tile[0][k] = in[k];
  for (int k = 0; k < elements; ++k) {
    own[0][k] = kept.values[0][k] = rows[0][k] = weights[0][k] = in[k] + offsets[0][k];
    matrix->values[0][k] = row->data[k] = in[k];
  }
  Matrix copy = *matrix;
  float sum = 0;
  for (int k = 0; k < elements; ++k) {
    sum += own[k / 4][k % 4] + copy.values[0][k] + tile[1][k + 17] + kept.values[0][k] + rows[0][k];
  }
  *out = sum;
}

int main() {
  Matrix* const matrix = raw<Matrix>(1);
  Row* const row = reinterpret_cast<Row*>(zeros<float>(17));
  cudaMemset(matrix, 0, sizeof(Matrix));
  turn<<<1, 1, 16 * sizeof(float)>>>(zeros<float>(272), zeros<float>(1), matrix, row, 16);
  return done();
}
