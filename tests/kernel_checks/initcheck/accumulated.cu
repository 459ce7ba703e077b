// A sum begins with whatever lies there.
// Source: https://github.com/sgl-project/sglang/issues/3339
#include "../program.cuh"

__global__ void accumulate(const float* in, float* out) {
  out[threadIdx.x] += in[threadIdx.x];  // finding: initcheck uninitialized-global-read
}

int main() {
  accumulate<<<1, 64>>>(ones(64), raw<float>(64));
  return done();
}
