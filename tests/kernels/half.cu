// Arithmetic of half and bfloat16, one and two at a time, and conversions: equal to the bit.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "suite.cuh"

constexpr int N = 2048;

__device__ int index() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ unsigned short bits_of(__half h) { return __half_as_ushort(h); }
__device__ unsigned short bits_of(__nv_bfloat16 h) { return __bfloat16_as_ushort(h); }

template <class T> __device__ void arithmetic(T a, T b, unsigned short* out) {
  out[0] = bits_of(__hadd(a, b));
  out[1] = bits_of(__hsub(a, b));
  out[2] = bits_of(__hmul(a, b));
  out[3] = bits_of(__hdiv(a, b));
  out[4] = bits_of(__hfma(a, b, a));
  out[5] = bits_of(__hneg(a));
  out[6] = bits_of(__habs(a));
  out[7] = bits_of(__hmax(a, b));
  out[8] = bits_of(__hmin(a, b));
  out[9] = __hlt(a, b) + 2 * __hle(a, b) + 4 * __heq(a, b) + 8 * __hgt(a, b) + 16 * __hne(a, b) + 32 * __hge(a, b);
}

__global__ void half_arithmetic(const float* x, const float* y, unsigned short* out) {
  arithmetic(__float2half(x[index()]), __float2half(y[index()] * 3.0f), out + 10 * index());
}
__global__ void bfloat16_arithmetic(const float* x, const float* y, unsigned short* out) {
  arithmetic(__float2bfloat16(x[index()]), __float2bfloat16(y[index()] * 3.0f), out + 10 * index());
}

__global__ void half_operators(const float* x, const float* y, unsigned short* out) {
  __half a = __float2half(x[index()]), b = __float2half(y[index()]);
  __half c = a + b;
  c = __hfma(a, b, c);  // the compiler may, but need not, make this of c + a * b
  c -= -b;
  c = c / (b + __float2half(4.0f));
  if (a < b) c = c * __float2half(0.5f);
  out[index()] = bits_of(c);
}

__global__ void half2_arithmetic(const float* x, const float* y, __half2* out) {
  const __half2 a = __floats2half2_rn(x[index()], y[index()]), b = __half2half2(__float2half(x[index()] * 7.0f));
  __half2 r = __hfma2(a, b, __hadd2(a, b));
  r = __hfma2(__hneg2(a), a, r);
  r = __hmax2(r, __lowhigh2highlow(r));
  out[index()] = __halves2half2(__high2half(r), __low2half(__hneg2(r)));
}

__global__ void bfloat162_arithmetic(const float* x, const float* y, __nv_bfloat162* out) {
  const __nv_bfloat162 a = __floats2bfloat162_rn(x[index()], y[index()]), b = __bfloat162bfloat162(__float2bfloat16(x[index()] * 7.0f));
  const __nv_bfloat162 r = __hfma2(a, b, __hadd2(a, b));
  out[index()] = __hmin2(r, __hmul2(a, b));
}

__global__ void roundings(const float* x, unsigned short* out) {
  const float v = x[index()] * 1.2345f;
  unsigned short* o = out + 8 * index();
  o[0] = bits_of(__float2half_rn(v));
  o[1] = bits_of(__float2half_rz(v));
  o[2] = bits_of(__float2half_ru(v));
  o[3] = bits_of(__float2half_rd(v));
  o[4] = bits_of(__float2bfloat16_rn(v));
  o[5] = bits_of(__float2bfloat16_rz(v));
  o[6] = bits_of(__float2bfloat16_ru(v));
  o[7] = bits_of(__float2bfloat16_rd(v));
}

__global__ void to_integers(const float* x, int* out) {
  const __half h = __float2half(x[index()] * 1000.0f);
  int r = __half2int_rn(h);
  r = r * 31 + __half2int_rz(h);
  r = r * 31 + __half2int_ru(h);
  r = r * 31 + __half2int_rd(h);
  r = r * 31 + static_cast<int>(__half2short_rn(h));
  r = r * 31 + static_cast<int>(__half2ll_rn(h));
  r = r * 31 + bits_of(__int2half_rn(index() * 37)) + bits_of(__uint2half_rz(index() * 31)) + bits_of(__short2half_rn(index()));
  out[index()] = r;
}

// Every bit pattern there and back.
__global__ void all_patterns(unsigned* out) {
  const unsigned short pattern = static_cast<unsigned short>(index());
  const float h = __half2float(__ushort_as_half(pattern)), b = __bfloat162float(__ushort_as_bfloat16(pattern));
  unsigned r = __isnan(h) ? 1 : __float_as_uint(h);
  r = r * 31 + (h == h ? bits_of(__float2half(h)) : 2);
  r = r * 31 + (b == b ? bits_of(__float2bfloat16(b)) : 3);
  out[index()] = r;
}

__global__ void functions(const float* x, float* out) {
  const __half h = __float2half(fabsf(x[index()]) * 4.0f + 0.125f);
  float sum = __half2float(hexp(h)) + __half2float(hlog(h)) + __half2float(hsqrt(h)) + __half2float(hrsqrt(h));
  sum += __half2float(hsin(h)) + __half2float(hcos(h)) + __half2float(hfloor(h)) + __half2float(hceil(h)) + __half2float(hrcp(h));
  out[index()] = sum;
}

__global__ void half_dot(const float* x, const float* y, float* out) {
  float sum = 0;
  for (int i = threadIdx.x; i < N / 2; i += blockDim.x) {
    const float2 a = __half22float2(__floats2half2_rn(x[2 * i], x[2 * i + 1]));
    const float2 b = __half22float2(__floats2half2_rn(y[2 * i], y[2 * i + 1]));
    sum += a.x * b.x + a.y * b.y;
  }
  atomicAdd(out, sum);
}

int main() {
  const Array<float> x(input_floats(N)), y(made<float>(N, [](int i) { return input_float(i + 1000) + 0.0007f; }));
  Array<unsigned short> shorts(10 * N);
  Array<__half2> pairs(N);
  Array<__nv_bfloat162> bfloat_pairs(N);
  Array<int> integers(N);
  Array<unsigned> patterns(65536);
  Array<float> floats(N), sum(1);
  half_arithmetic<<<N / 256, 256>>>(x, y, shorts);
  same("half_arithmetic", shorts);
  bfloat16_arithmetic<<<N / 256, 256>>>(x, y, shorts);
  same("bfloat16_arithmetic", shorts);
  half_operators<<<N / 256, 256>>>(x, y, shorts);
  same("half_operators", shorts);
  half2_arithmetic<<<N / 256, 256>>>(x, y, pairs);
  same("half2_arithmetic", pairs);
  bfloat162_arithmetic<<<N / 256, 256>>>(x, y, bfloat_pairs);
  same("bfloat162_arithmetic", bfloat_pairs);
  roundings<<<N / 256, 256>>>(y, shorts);
  same("half_roundings", shorts);
  to_integers<<<N / 256, 256>>>(y, integers);
  same("half_integers", integers);
  all_patterns<<<256, 256>>>(patterns);
  same("half_patterns", patterns);
  functions<<<N / 256, 256>>>(y, floats);
  close("half_functions", floats);
  half_dot<<<1, 256>>>(x, y, sum);
  close("half_dot", sum);
}
