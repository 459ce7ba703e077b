// Inline PTX, whose results the program computes on the host, too. Prints what differs, and the number of checks.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>

constexpr int kThreads = 64;
constexpr int kResults = 32;

__device__ unsigned floats_of(float x) { return __float_as_uint(x); }

__global__ void integers(const unsigned* in, unsigned* out) {
  const unsigned a = in[threadIdx.x], b = in[threadIdx.x + 64], c = in[threadIdx.x + 128];
  unsigned r[8];
  asm volatile("lop3.b32 %0, %1, %2, %3, 0xca;" : "=r"(r[0]) : "r"(a), "r"(b), "r"(c));
  asm("prmt.b32 %0, %1, %2, 0x7540;" : "=r"(r[1]) : "r"(a), "r"(b));
  asm("bfe.s32 %0, %1, 5, 9;" : "=r"(r[2]) : "r"(a));
  asm("bfi.b32 %0, %1, %2, 8, 12;" : "=r"(r[3]) : "r"(a), "r"(b));
  asm("dp4a.s32.s32 %0, %1, %2, %3;" : "=r"(r[4]) : "r"(a), "r"(b), "r"(c));
  asm("{ add.cc.u32 %0, %2, %3; addc.u32 %1, %4, 7; }" : "=r"(r[5]), "=r"(r[6]) : "r"(a), "r"(b), "r"(c));
  asm("shf.r.wrap.b32 %0, %1, %2, %3;" : "=r"(r[7]) : "r"(a), "r"(b), "r"(c));
  for (int k = 0; k < 8; ++k) out[threadIdx.x * kResults + k] = r[k];
}

__global__ void conversions(const unsigned* in, unsigned* out) {
  const float x = __uint_as_float(in[threadIdx.x]), y = __uint_as_float(in[threadIdx.x + 64]);
  unsigned pair, brain, e4m3, whole;
  unsigned short half, small;
  float zero, up, back;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(x), "f"(y));
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(brain) : "f"(x), "f"(y));
  asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(small) : "f"(x), "f"(y));
  asm("cvt.rz.f16.f32 %0, %1;" : "=h"(half) : "f"(x));
  asm("cvt.rni.sat.s8.f32 %0, %1;" : "=r"(whole) : "f"(x));
  asm("add.rz.f32 %0, %1, %2;" : "=f"(zero) : "f"(x), "f"(y));
  asm("mul.rp.ftz.f32 %0, %1, %2;" : "=f"(up) : "f"(x), "f"(y));
  asm("{ .reg .b16 low; mov.b32 {low, _}, %1; cvt.f32.f16 %0, low; }" : "=f"(back) : "r"(pair));
  e4m3 = small;
  const unsigned r[8] = {pair, brain, e4m3, half, whole, floats_of(zero), floats_of(up), floats_of(back)};
  for (int k = 0; k < 8; ++k) out[threadIdx.x * kResults + k] = r[k];
}

__global__ void warps(const unsigned* in, unsigned* out) {
  const unsigned a = in[threadIdx.x];
  unsigned r[6];
  asm volatile("{ .reg .pred p; shfl.sync.down.b32 %0|p, %2, 3, 0x1f, -1; selp.u32 %1, 1, 0, p; }"
               : "=r"(r[0]), "=r"(r[1])
               : "r"(a));
  asm volatile("redux.sync.add.u32 %0, %1, 0xffffffff;" : "=r"(r[2]) : "r"(a));
  asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 0x80000000; vote.sync.ballot.b32 %0, p, -1; }"
               : "=r"(r[3])
               : "r"(a));
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(r[4]));
  // 0 + 1 + ... + lane, by a loop.
  asm volatile(
      "{ .reg .pred p; .reg .u32 i; mov.u32 %0, 0; mov.u32 i, %1; AGAIN_%=: setp.eq.u32 p, i, 0; @p bra DONE_%=;"
      " add.u32 %0, %0, i; sub.u32 i, i, 1; bra AGAIN_%=; DONE_%=: }"
      : "=r"(r[5])
      : "r"(threadIdx.x % 32));
  for (int k = 0; k < 6; ++k) out[threadIdx.x * kResults + k] = r[k];
}

// C of 16x8 = A of 16x16 times B of 16x8, which ldmatrix gets from shared memory; A and B have small whole numbers.
__global__ void matrices(const unsigned short* a, const unsigned short* b, float* c) {
  __shared__ alignas(128) unsigned short left[16 * 16], right[16 * 8];
  const unsigned lane = threadIdx.x;
  const unsigned to = (unsigned)__cvta_generic_to_shared(left + lane * 8);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(to), "l"(a + lane * 8));
  asm volatile("cp.async.commit_group;\n" ::);
  for (int k = 0; k < 4; ++k) right[lane * 4 + k] = b[lane * 4 + k];
  asm volatile("cp.async.wait_group %0;\n" ::"n"(0) : "memory");
  __syncthreads();
  unsigned x[4], y[2];
  const unsigned from = (unsigned)__cvta_generic_to_shared(left + (lane % 16) * 16 + lane / 16 * 8);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
               : "r"(from));
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
               : "=r"(y[0]), "=r"(y[1])
               : "r"((unsigned)__cvta_generic_to_shared(right + lane % 16 * 8)));
  float d[4] = {1, 2, 3, 4};
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
  for (int k = 0; k < 4; ++k) c[(lane / 4 + k / 2 * 8) * 8 + lane % 4 * 2 + k % 2] = d[k];
}

__global__ void counters(unsigned* numbers) {
  unsigned before;
  asm volatile("atom.acq_rel.gpu.global.add.u32 %0, [%1], 2;" : "=r"(before) : "l"(numbers) : "memory");
  asm volatile("red.relaxed.gpu.global.max.u32 [%0+4], %1;" ::"l"(numbers), "r"(before) : "memory");
  asm volatile("st.global.L1::no_allocate.u32 [%0], %1;" ::"l"(numbers + 2 + before / 2), "r"(before) : "memory");
}

namespace host {

int checks = 0, wrong = 0;
void same(const char* what, int thread, unsigned found, unsigned expected) {
  ++checks;
  if (found == expected) return;
  if (++wrong < 20) std::printf("%s, thread %d: %08x, not %08x\n", what, thread, found, expected);
}
template <class To, class From>
To bits(From from) {
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

// The neighbours of x among the numbers that a table of magnitudes has, and the nearest, ties to even.
template <class Value>
unsigned nearest(float x, unsigned count, Value value) {
  unsigned best = 0;
  for (unsigned k = 1; k < count; ++k) {
    const double old = std::fabs(value(best) - std::fabs(static_cast<double>(x)));
    const double now = std::fabs(value(k) - std::fabs(static_cast<double>(x)));
    if (now < old || (now == old && k % 2 == 0)) best = k;
  }
  return best;
}
double of_half(unsigned k) {
  return k < 0x400 ? std::ldexp(k, -24) : std::ldexp(0x400 + k % 0x400, static_cast<int>(k >> 10) - 25);
}
unsigned half(float x) {
  if (std::isnan(x)) return 0x7fff;
  // Beyond the largest number comes what would be the next one: infinity.
  return nearest(x, 0x7c01, of_half) | (std::signbit(x) ? 0x8000U : 0U);
}
unsigned half_to_zero(float x) {
  if (std::isnan(x)) return 0x7fff;
  const unsigned sign = std::signbit(x) ? 0x8000U : 0U;
  if (std::isinf(x)) return sign | 0x7c00U;
  unsigned k = 0x7bff;
  while (of_half(k) > std::fabs(static_cast<double>(x))) --k;
  return sign | k;
}
unsigned brain(float x) {
  if (std::isnan(x)) return 0x7fff;
  const unsigned raw = bits<unsigned>(x);
  return (raw + 0x7fff + (raw >> 16 & 1)) >> 16;
}
unsigned e4m3(float x) {
  if (std::isnan(x)) return 0x7f;
  const auto value = [](unsigned k) {
    return k < 8 ? std::ldexp(k, -9) : std::ldexp(8 + k % 8, static_cast<int>(k >> 3) - 10);
  };
  return nearest(x, 0x7f, value) | (std::signbit(x) ? 0x80U : 0U);
}
float toward_zero(double exact) {
  float x = static_cast<float>(exact);
  if (std::fabs(static_cast<double>(x)) > std::fabs(exact)) x = std::nextafter(x, 0.0F);
  return x;
}
float upward(double exact) {
  float x = static_cast<float>(exact);
  if (static_cast<double>(x) < exact) x = std::nextafter(x, INFINITY);
  return x;
}

}  // namespace host

static unsigned random_number() {
  static std::uint64_t state = 7;
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return static_cast<unsigned>(state >> 32);
}

static void check_integers(const unsigned* in, const unsigned* out) {
  for (int i = 0; i < kThreads; ++i) {
    const unsigned a = in[i], b = in[i + 64], c = in[i + 128], *r = out + i * kResults;
    int dot = static_cast<int>(c);
    for (int k = 0; k < 4; ++k) {
      dot += static_cast<std::int8_t>(a >> (8 * k)) * static_cast<std::int8_t>(b >> (8 * k));
    }
    const std::uint64_t both = static_cast<std::uint64_t>(b) << 32 | a;
    host::same("lop3", i, r[0], (a & b) | (~a & c));
    host::same("prmt", i, r[1], (a & 0xff) | (b & 0xff) << 8 | (b >> 8 & 0xff) << 16 | (b >> 24) << 24);
    host::same("bfe", i, r[2], static_cast<unsigned>(static_cast<int>(a << 18) >> 23));
    host::same("bfi", i, r[3], (b & ~0xfff00U) | (a << 8 & 0xfff00U));
    host::same("dp4a", i, r[4], static_cast<unsigned>(dot));
    host::same("add.cc", i, r[5], a + b);
    host::same("addc", i, r[6], c + 7 + (a + b < a ? 1 : 0));
    host::same("shf", i, r[7], static_cast<unsigned>(both >> (c & 31)));
  }
}

static void check_conversions(const unsigned* in, const unsigned* out) {
  for (int i = 0; i < kThreads; ++i) {
    const float x = host::bits<float>(in[i]), y = host::bits<float>(in[i + 64]);
    const unsigned* r = out + i * kResults;
    const double whole = std::isnan(x) ? 0 : std::fmax(-128, std::fmin(127, std::nearbyint(x)));
    host::same("cvt.f16x2", i, r[0], host::half(x) << 16 | host::half(y));
    host::same("cvt.bf16x2", i, r[1], host::brain(x) << 16 | host::brain(y));
    host::same("cvt.e4m3x2", i, r[2], host::e4m3(x) << 8 | host::e4m3(y));
    host::same("cvt.rz.f16", i, r[3], host::half_to_zero(x));
    host::same("cvt.s8", i, r[4], static_cast<unsigned>(static_cast<int>(whole)));
    if (std::isfinite(x) && std::isfinite(y)) {
      host::same("add.rz", i, r[5], host::bits<unsigned>(host::toward_zero(double(x) + double(y))));
      host::same("mul.rp", i, r[6], host::bits<unsigned>(host::upward(double(x) * double(y))));
      const double back = host::of_half(r[0] & 0x7fff) * (r[0] & 0x8000 ? -1 : 1);
      if ((r[0] & 0x7fff) < 0x7c00) host::same("cvt.f32", i, r[7], host::bits<unsigned>(float(back)));
    }
  }
}

static void check_warps(const unsigned* in, const unsigned* out) {
  for (int i = 0; i < kThreads; ++i) {
    const unsigned lane = i % 32, first = i - lane, *r = out + i * kResults;
    unsigned sum = 0, ballot = 0;
    for (unsigned k = 0; k < 32; ++k) {
      sum += in[first + k];
      ballot |= (in[first + k] < 0x80000000U ? 1U : 0U) << k;
    }
    host::same("shfl", i, r[0], in[lane + 3 < 32 ? i + 3 : i]);
    host::same("shfl's predicate", i, r[1], lane + 3 < 32 ? 1 : 0);
    host::same("redux", i, r[2], sum);
    host::same("vote", i, r[3], ballot);
    host::same("laneid", i, r[4], lane);
    host::same("loop", i, r[5], lane * (lane + 1) / 2);
  }
}

static void run_matrices() {
  static unsigned short a[256], b[128];
  const unsigned short halves[] = {0, 0x3c00, 0xbc00, 0x4000, 0x4200};
  const float floats[] = {0, 1, -1, 2, 3};
  static float x[256], y[128], c[128];
  for (int k = 0; k < 256; ++k) x[k] = floats[random_number() % 5];
  for (int k = 0; k < 128; ++k) y[k] = floats[random_number() % 5];
  for (int k = 0; k < 256; ++k) {
    for (int j = 0; j < 5; ++j) a[k] = x[k] == floats[j] ? halves[j] : a[k];
    for (int j = 0; j < 5 && k < 128; ++j) b[k] = y[k] == floats[j] ? halves[j] : b[k];
  }
  unsigned short *da, *db;
  float* dc;
  cudaMalloc(&da, sizeof a);
  cudaMalloc(&db, sizeof b);
  cudaMalloc(&dc, sizeof c);
  cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice);
  matrices<<<1, 32>>>(da, db, dc);
  cudaMemcpy(c, dc, sizeof c, cudaMemcpyDeviceToHost);
  for (int row = 0; row < 16; ++row) {
    for (int column = 0; column < 8; ++column) {
      float sum = 1.0F + column % 2 + (row >= 8 ? 2 : 0);
      for (int k = 0; k < 16; ++k) sum += x[row * 16 + k] * y[k * 8 + column];
      host::same("mma", row * 8 + column, host::bits<unsigned>(c[row * 8 + column]), host::bits<unsigned>(sum));
    }
  }
}

static void run_counters() {
  unsigned numbers[2 + kThreads] = {}, *device;
  cudaMalloc(&device, sizeof numbers);
  cudaMemcpy(device, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  counters<<<1, kThreads>>>(device);
  cudaMemcpy(numbers, device, sizeof numbers, cudaMemcpyDeviceToHost);
  host::same("atom", 0, numbers[0], 2 * kThreads);
  host::same("red", 0, numbers[1], 2 * kThreads - 2);
  for (unsigned k = 0; k < kThreads; ++k) host::same("st", k, numbers[2 + k], 2 * k);
}

template <class Kernel, class Check>
static void run(Kernel kernel, Check check, const unsigned* in) {
  static unsigned out[kThreads * kResults];
  unsigned *device_in, *device_out;
  cudaMalloc(&device_in, 192 * 4);
  cudaMalloc(&device_out, sizeof out);
  cudaMemcpy(device_in, in, 192 * 4, cudaMemcpyHostToDevice);
  kernel<<<1, kThreads>>>(device_in, device_out);
  cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost);
  check(in, out);
}

int main() {
  unsigned numbers[192], floats[192];
  const float some[] = {0,      -0.0F,    1,       65519.9F, 65520.0F, 6e-8F,   2.9e-8F, 3.0e-8F, 448,       463,
                        465,    INFINITY, NAN,     0.5F,     -2.5F,    127.5F,  -129,    1e38F,   0.0009765F, 0.0078125F,
                        0.001F, 3.14159F, 2.0005F, -1.5F,    4.5e-8F,  5.96e-8F};
  for (unsigned& number : numbers) number = random_number();
  for (int k = 0; k < 192; ++k) {
    const float x = std::ldexp(static_cast<float>(random_number() % 65536), static_cast<int>(random_number() % 40) - 30);
    floats[k] = host::bits<unsigned>(random_number() % 2 != 0 ? some[random_number() % 26] : x);
  }
  run(integers, check_integers, numbers);
  run(conversions, check_conversions, floats);
  run(warps, check_warps, numbers);
  run_matrices();
  run_counters();
  std::printf("%d checks, %d wrong\n", host::checks, host::wrong);
  return host::wrong == 0 ? 0 : 1;
}
