// The last vector of four has only two elements.
// Source: https://github.com/NVIDIA/cccl/issues/431
#include "../program.cuh"

__global__ void sums(const float4* in, float* out, int n) {
  const int i = threadIdx.x * 4;
  if (i < n) {
    const float4 v = in[threadIdx.x];  // finding: memcheck invalid-global-read
    out[i] = v.x + v.y + v.z + v.w;
  }
}

int main() {
  sums<<<1, 32>>>(reinterpret_cast<float4*>(zeros<float>(98)), zeros<float>(128), 98);
  return done();
}
