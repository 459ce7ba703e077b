// Elements for which a condition does not hold are never written.
// Source: https://github.com/pytorch/FBGEMM/pull/5754
#include "../program.cuh"

__global__ void positive(const int* in, int* out) {
  const int value = in[threadIdx.x] - 32;
  if (value > 0) out[threadIdx.x] = value;
}

__global__ void square(const int* in, int* out) {
  const int value = in[threadIdx.x];  // finding: initcheck uninitialized-global-read
  out[threadIdx.x] = value * value;
}

int main() {
  int* kept = raw<int>(64);
  positive<<<1, 64>>>(counted(64), kept);
  square<<<1, 64>>>(kept, zeros<int>(64));
  return done();
}
