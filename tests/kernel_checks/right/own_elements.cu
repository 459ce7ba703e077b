// Each thread reads and writes its own element, again and again.
#include "../program.cuh"

__global__ void own(int* data) {
  for (int k = 0; k < 4; ++k) data[threadIdx.x] += data[threadIdx.x] + k;
}

int main() {
  own<<<1, 64>>>(counted(64));
  return done();
}
