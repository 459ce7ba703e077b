// An array is reversed in place, each pair by one thread.
#include "../program.cuh"

__global__ void reverse(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, j = n - 1 - i;
  if (i < j) {
    const int kept = data[i];
    data[i] = data[j];
    data[j] = kept;
  }
}

int main() {
  reverse<<<2, 64>>>(counted(255), 255);
  return done();
}
