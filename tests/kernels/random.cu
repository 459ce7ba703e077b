// Random numbers in kernels: the generators of curand.
#include <curand_kernel.h>

#include "suite.cuh"

template <class State> __global__ void bits(unsigned* out) {
  State state;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init(1234, i, 5, &state);
  for (int k = 0; k < 8; ++k) out[8 * i + k] = curand(&state);
}

template <class State> __global__ void uniforms(float* out) {
  State state;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init(99, i, 0, &state);
  for (int k = 0; k < 8; ++k) out[8 * i + k] = curand_uniform(&state);
}

template <class State> __global__ void normals(float* out) {
  State state;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init(7, i, 0, &state);
  for (int k = 0; k < 8; ++k) out[8 * i + k] = curand_normal(&state);
}

__global__ void philox_four(float4* out) {
  curandStatePhilox4_32_10_t state;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init(42, i, 3, &state);
  out[2 * i] = curand_uniform4(&state);
  out[2 * i + 1] = curand_uniform4(&state);
}

__global__ void monte_carlo(int* hits) {
  curandStatePhilox4_32_10_t state;
  curand_init(5, blockIdx.x * blockDim.x + threadIdx.x, 0, &state);
  int inside = 0;
  for (int k = 0; k < 50; ++k) {
    const float x = curand_uniform(&state), y = curand_uniform(&state);
    inside += __fadd_rn(__fmul_rn(x, x), __fmul_rn(y, y)) < 1.0f;
  }
  atomicAdd(hits, inside);
}

int main() {
  Array<unsigned> words(8 * 256);
  Array<float> floats(8 * 256);
  bits<curandStatePhilox4_32_10_t><<<2, 128>>>(words);
  same("philox_bits", words);
  bits<curandStateXORWOW><<<2, 128>>>(words);
  same("xorwow_bits", words);
  bits<curandStateMRG32k3a><<<2, 128>>>(words);
  same("mrg32k3a_bits", words);
  uniforms<curandStatePhilox4_32_10_t><<<2, 128>>>(floats);
  same("philox_uniform", floats);
  uniforms<curandStateXORWOW><<<2, 128>>>(floats);
  same("xorwow_uniform", floats);
  normals<curandStatePhilox4_32_10_t><<<2, 128>>>(floats);
  close("philox_normal", floats);
  Array<float4> quads(512);
  philox_four<<<2, 128>>>(quads);
  same("philox_uniform4", quads);
  Array<int> hits(1);
  monte_carlo<<<2, 128>>>(hits);
  same("monte_carlo", hits);
}
