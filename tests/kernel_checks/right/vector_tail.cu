// Vectors of four, and the rest one by one.
#include "../program.cuh"

__global__ void copy(const float* in, float* out, int n) {
  const int i = threadIdx.x * 4;
  if (i + 3 < n) {
    *reinterpret_cast<float4*>(out + i) = *reinterpret_cast<const float4*>(in + i);
  } else {
    for (int k = i; k < n; ++k) out[k] = in[k];
  }
}

int main() {
  copy<<<1, 32>>>(zeros<float>(98), zeros<float>(98), 98);
  return done();
}
