// Four rows of four that a thread keeps are filled as one, and a seventeenth value is written.
// Source: compute-sanitizer's manual, "Memcheck Tool": accesses to local memory
#include "../program.cuh"

__global__ void sums(const float* in, float* out, int n) {
  float own[4][4];
  for (int i = 0; i < n; ++i) own[0][i] = in[i];  // finding: memcheck invalid-local-write
  for (int i = 0; i < 4; ++i) {
    const int row = static_cast<int>(in[i]) & 3;
    out[i] = own[row][i] + own[i][row];
  }
}

int main() {
  sums<<<1, 1>>>(zeros<float>(17), zeros<float>(4), 17);
  return done();
}
