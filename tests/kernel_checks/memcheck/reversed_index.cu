// Counted from the end, the first element is behind the array.
// Source: https://github.com/proteneer/timemachine/pull/1311
#include "../program.cuh"

__global__ void reverse(const int* in, int* out, int n) {
  const int i = threadIdx.x;
  if (i < n) out[i] = in[n - i];  // finding: memcheck invalid-global-read
}

int main() {
  reverse<<<1, 32>>>(zeros<int>(32), zeros<int>(32), 32);
  return done();
}
