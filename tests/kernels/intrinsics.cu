// Intrinsics of integers and of floating point, and the functions of mathematics.
#include "suite.cuh"

constexpr int N = 2048;

__device__ int index() { return blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void bit_counts(const unsigned* in, unsigned* out) {
  const unsigned v = in[index()] >> (index() % 31);
  const unsigned long long w = static_cast<unsigned long long>(in[index()]) << (index() % 33);
  unsigned r = __popc(v) + 100 * __clz(v) + 10000 * __ffs(v);
  r = r * 31 + __brev(v);
  r = r * 31 + __popcll(w) + 100 * __clzll(w) + 10000 * __ffsll(w);
  r = r * 31 + static_cast<unsigned>(__brevll(w) >> 17);
  out[index()] = r;
}

__global__ void multiplies(const unsigned* in, unsigned* out) {
  const unsigned a = in[index()], b = in[(index() + 1) % N];
  const int s = static_cast<int>(a), t = static_cast<int>(b);
  unsigned r = __umulhi(a, b) + __mulhi(s, t) + __umul24(a, b) + __mul24(s, t);
  r = r * 31 + static_cast<unsigned>(__umul64hi(a * 0x100000001ull, b * 0x300000007ull));
  r = r * 31 + static_cast<unsigned>(__mul64hi(static_cast<long long>(s) << 20, static_cast<long long>(t) << 21));
  r = r * 31 + __sad(s, t, a) + __usad(a, b, 5) + __hadd(s, t) + __rhadd(s, t) + __uhadd(a, b) + __urhadd(a, b);
  out[index()] = r;
}

__global__ void bytes(const unsigned* in, unsigned* out) {
  const unsigned a = in[index()], b = in[(index() + 1) % N], c = in[(index() + 2) % N];
  unsigned r = __byte_perm(a, b, c & 0x7777);
  r = r * 31 + __funnelshift_l(a, b, c) + __funnelshift_r(a, b, c);
  r = r * 31 + __funnelshift_lc(a, b, c % 40) + __funnelshift_rc(a, b, c % 40);
  out[index()] = r;
}

__global__ void dot_products(const int* in, int* out) {
  out[index()] = __dp4a(in[index()], in[(index() + 1) % N], in[(index() + 2) % N]);
}

__global__ void video(const unsigned* in, unsigned* out) {
  const unsigned a = in[index()], b = in[(index() + 1) % N];
  unsigned r = __vadd4(a, b) ^ __vsub4(a, b) ^ __vabsdiffu4(a, b);
  r = r * 31 + (__vmaxu4(a, b) ^ __vmins2(a, b) ^ __vavgu4(a, b));
  r = r * 31 + (__vcmpeq4(a, a ^ (b & 0xff00ff)) ^ __vsetgtu4(a, b) ^ __vaddss2(a, b));
  out[index()] = r;
}

__global__ void reinterpretations(const float* in, long long* out) {
  const float f = in[index()];
  const double d = f * 1.1;
  long long r = __float_as_int(f) ^ __double_as_longlong(d);
  r = r * 31 + __double2hiint(d) + __double2loint(d);
  r = r * 31 + __float_as_int(__int_as_float(index() * 77777)) + __double_as_longlong(__hiloint2double(index() + 1000000000, 99));
  out[index()] = r;
}

__global__ void rounded_arithmetic(const float* in, float* out) {
  const float a = in[index()] * 1.7f, b = in[(index() + 1) % N] + 2.3f;
  float* o = out + 8 * index();
  o[0] = __fadd_rn(a, b) + __fmul_rn(a, b);
  o[1] = __fadd_rz(a, b);
  o[2] = __fmul_ru(a, b);
  o[3] = __fmul_rd(a, b);
  o[4] = __fdiv_rn(a, b);
  o[5] = __fsqrt_rn(b);
  o[6] = __fmaf_rn(a, b, a);
  o[7] = __frcp_rn(b);
}

__global__ void rounded_doubles(const float* in, double* out) {
  const double a = in[index()] * 1.7, b = in[(index() + 1) % N] + 2.3;
  double* o = out + 4 * index();
  o[0] = __dadd_rn(a, b);
  o[1] = __dmul_rn(a, b);
  o[2] = __ddiv_rn(a, b);
  o[3] = __fma_rn(a, b, a);
}

__global__ void conversions(const float* in, long long* out) {
  const float f = in[index()] * 1000.37f;
  const double d = in[index()] * 1e9;
  long long r = __float2int_rn(f) + 3ll * __float2int_rz(f) + 5ll * __float2int_ru(f) + 7ll * __float2int_rd(f);
  r = r * 31 + __float2uint_rn(fabsf(f)) + __float2ll_rn(f * 1e6f) + __double2ll_rd(d) + __double2int_rn(d);
  r = r * 31 + __float_as_int(__int2float_rn(index() * 123457)) + __float_as_int(__double2float_rz(d)) + __float_as_int(__uint2float_ru(index() * 765431u));
  r = r * 31 + static_cast<int>(f) + lrintf(f) + llrint(d) + lroundf(f);
  out[index()] = r;
}

__global__ void exact_functions(const float* in, float* out) {
  const float a = in[index()] * 50.3f, b = in[(index() + 1) % N] + 1.5f;
  float* o = out + 8 * index();
  o[0] = floorf(a) + ceilf(a) + truncf(a) + rintf(a) + roundf(a);
  o[1] = fminf(a, b) + fmaxf(a, -b) + fabsf(a);
  o[2] = fmodf(a, b);
  o[3] = copysignf(b, a);
  o[4] = ldexpf(b, index() % 20 - 10);
  int exponent;
  o[5] = frexpf(b, &exponent) + exponent;
  o[6] = fdimf(a, b);
  o[7] = sqrtf(b) + (isnan(a) ? 1.0f : 0.0f) + (isinf(b) ? 1.0f : 0.0f) + (signbit(a) ? 2.0f : 0.0f);
}

__global__ void functions(const float* in, float* out) {
  const float a = in[index()] + 1.25f;
  float* o = out + 24 * index();
  o[0] = expf(a), o[1] = exp2f(a), o[2] = exp10f(a), o[3] = expm1f(a), o[4] = logf(a), o[5] = log2f(a);
  o[6] = log10f(a), o[7] = log1pf(a), o[8] = sinf(a), o[9] = cosf(a), o[10] = tanf(a * 0.5f), o[11] = atanf(a);
  o[12] = asinf(a * 0.4f), o[13] = acosf(a * 0.4f), o[14] = sinhf(a), o[15] = coshf(a), o[16] = tanhf(a), o[17] = powf(a, 1.7f);
  o[18] = erff(a), o[19] = erfcf(a), o[20] = tgammaf(a), o[21] = cbrtf(a), o[22] = rsqrtf(a), o[23] = hypotf(a, 2.0f);
}

__global__ void double_functions(const float* in, double* out) {
  const double a = in[index()] + 1.25;
  double* o = out + 12 * index();
  o[0] = exp(a), o[1] = log(a), o[2] = sin(a), o[3] = cos(a), o[4] = tanh(a), o[5] = pow(a, 1.7);
  o[6] = erf(a), o[7] = lgamma(a + 1), o[8] = rsqrt(a), o[9] = atan2(a, 2.0), o[10] = cbrt(a), o[11] = normcdf(a);
}

__global__ void fast_functions(const float* in, float* out) {
  const float a = in[index()] + 1.25f;
  float s, c;
  __sincosf(a, &s, &c);
  out[index()] = __expf(a) + __logf(a) + __sinf(a) + __cosf(a) + __powf(a, 1.5f) + __fdividef(a, 3.0f) + s * c + __log2f(a) + __exp10f(a) + __saturatef(a);
}

__global__ void pi_functions(const float* in, float* out) {
  const float a = in[index()];
  float s, c;
  sincospif(a, &s, &c);
  out[index()] = sinpif(a) * 2 + cospif(a) * 3 + s + c + rcbrtf(a + 2) + norm3df(a, 1, 2) + erfinvf(a * 0.9f) + j0f(a) + normcdff(a);
}

int main() {
  const Array<unsigned> words(made<unsigned>(N, input_bits));
  const Array<float> floats(input_floats(N));
  Array<unsigned> out(N);
  Array<int> integers(N);
  Array<long long> longs(N);
  Array<float> o8(8 * N), o24(24 * N), o1(N);
  Array<double> d4(4 * N), d12(12 * N);
#define RUN(check, kernel, in, result) (kernel<<<N / 128, 128>>>(in, result), check(#kernel, result))
  RUN(same, bit_counts, words, out);
  RUN(same, multiplies, words, out);
  RUN(same, bytes, words, out);
  RUN(same, dot_products, reinterpret_cast<const int*>(words.get()), integers);
  RUN(same, video, words, out);
  RUN(same, reinterpretations, floats, longs);
  RUN(same, rounded_arithmetic, floats, o8);
  RUN(same, rounded_doubles, floats, d4);
  RUN(same, conversions, floats, longs);
  RUN(close, exact_functions, floats, o8);
  RUN(close, functions, floats, o24);
  RUN(close, double_functions, floats, d12);
  RUN(close, fast_functions, floats, o1);
  RUN(close, pi_functions, floats, o1);
}
