// Vectors of four are read from an array that begins at its second element.
// Source: https://github.com/ggml-org/llama.cpp/pull/18799
#include "../program.cuh"

__global__ void sums(const float4* in, float* out) {
  const float4 v = in[threadIdx.x];  // finding: memcheck misaligned-read
  out[threadIdx.x] = v.x + v.y + v.z + v.w;
}

int main() {
  sums<<<1, 8>>>(reinterpret_cast<float4*>(zeros<float>(64) + 1), zeros<float>(8));
  return done();
}
