// The neighbours are asked for only where there are some.
#include "../program.cuh"

__global__ void smooth(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float left = i > 0 ? in[i - 1] : 0;
  const float right = i + 1 < n ? in[i + 1] : 0;
  out[i] = (left + in[i] + right) / 3;
}

int main() {
  smooth<<<4, 64>>>(ones(250), zeros<float>(250), 250);
  return done();
}
