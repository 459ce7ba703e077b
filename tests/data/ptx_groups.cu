// Inline PTX that threads do together, and of bits and bytes, whose results the program computes on the host, too. Prints
// what differs, and the number of checks.
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

constexpr int kThreads = 96;

__global__ void bits(const unsigned* in, unsigned* out) {
  const unsigned a = in[2 * threadIdx.x], b = in[2 * threadIdx.x + 1], few = b % 40;
  unsigned r[12], pair[2] = {a, b};
  asm("bmsk.clamp.b32 %0, %1, %2;" : "=r"(r[0]) : "r"(a % 40), "r"(few));
  asm("szext.wrap.s32 %0, %1, %2;" : "=r"(r[1]) : "r"(a), "r"(few));
  asm("fns.b32 %0, %1, %2, -2;" : "=r"(r[2]) : "r"(a), "r"(b % 32));
  asm("mul24.hi.s32 %0, %1, %2;" : "=r"(r[3]) : "r"(a), "r"(b));
  asm("{ .reg .pred p, q; setp.gt.u32 q, %1, 99; lop3.and.b32 _|p, %1, %2, %2, 0x3c, q; selp.u32 "
      "%0, 1, 0, p; }"
      : "=r"(r[4])
      : "r"(a), "r"(b));
  asm("vadd4.s32.s32.s32.sat %0, %1, %2, 0;" : "=r"(r[5]) : "r"(a), "r"(b));
  asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, 7;" : "=r"(r[6]) : "r"(a), "r"(b));
  asm("vset2.u32.u32.lt %0, %1, %2, 0;" : "=r"(r[7]) : "r"(a), "r"(b));
  asm("vadd.s32.u32.s32.sat.max %0, %1, %2, 5;" : "=r"(r[8]) : "r"(a), "r"(b));
  asm("{ .reg .v2 .u32 v; .reg .b32 %%a, a; ld.v2.u32 v, [%2]; mov.b32 %%a, v.y; mov.b32 a, (1 << "
      "4) | 3;"
      " add.u32 %0, %%a, a; add.s32 %1, v.x, ~5; }"
      : "=r"(r[9]), "=r"(r[10])
      : "l"(pair));
  asm("add.u32 %0, %0, %2;" : "=r"(r[11]) : "0"(a), "r"(b));
  for (int k = 0; k < 12; ++k) out[threadIdx.x * 12 + k] = r[k];
}

// Threads of two warps and of all three meet at barriers that count.
__global__ void barriers(const unsigned* in, unsigned* out) {
  unsigned r[5] = {};
  for (int round = 0; round < 3; ++round) {
    const unsigned yes = in[2 * threadIdx.x + round] & 1;
    asm volatile("{ .reg .pred q; setp.ne.u32 q, %1, 0; bar.red.popc.u32 %0, 0, q; }"
                 : "=r"(r[0])
                 : "r"(yes));
    if (threadIdx.x < 64) {
      asm volatile("{ .reg .pred q; setp.ne.u32 q, %1, 0; barrier.cta.red.popc.u32 %0, 3, 64, !q; }"
                   : "=r"(r[1])
                   : "r"(yes));
      asm volatile(
          "{ .reg .pred p, q; setp.ne.u32 q, %1, 0; bar.red.or.pred p, 3, 64, q; selp.u32 %0, 1, "
          "0, p; }"
          : "=r"(r[2])
          : "r"(yes));
    }
    const unsigned late = threadIdx.x == 0 && round == 1 ? 0 : 1;
    asm volatile(
        "{ .reg .pred p, q; setp.ne.u32 q, %1, 0; bar.red.and.pred p, 0, q; selp.u32 %0, 1, 0, p; }"
        : "=r"(r[3])
        : "r"(late));
    for (int k = 0; k < 4; ++k) out[(threadIdx.x * 3 + round) * 4 + k] = r[k];
  }
}

// D of 32 by 8 = A (row) times B (row) and C, of whole numbers.
__global__ void products(const unsigned short* a, const unsigned short* b, const float* c, float* d,
                         const signed char* e, int* f) {
  if (threadIdx.x < 32) {
    asm volatile(
        "{ .reg .b32 a<8>, b<8>; .reg .f32 c<8>;"
        " wmma.load.a.sync.aligned.row.m32n8k16.global.f16 {a0,a1,a2,a3,a4,a5,a6,a7}, [%0], 24;"
        " wmma.load.b.sync.aligned.row.m32n8k16.global.f16 {b0,b1,b2,b3,b4,b5,b6,b7}, [%1];"
        " wmma.load.c.sync.aligned.col.m32n8k16.global.f32 {c0,c1,c2,c3,c4,c5,c6,c7}, [%2];"
        " wmma.mma.sync.aligned.row.row.m32n8k16.f32.f32 {c0,c1,c2,c3,c4,c5,c6,c7}, "
        "{a0,a1,a2,a3,a4,a5,a6,a7},"
        " {b0,b1,b2,b3,b4,b5,b6,b7}, {c0,c1,c2,c3,c4,c5,c6,c7};"
        " wmma.store.d.sync.aligned.row.m32n8k16.global.f32 [%3], {c0,c1,c2,c3,c4,c5,c6,c7}, 8; "
        "}" ::"l"(a),
        "l"(b), "l"(c), "l"(d)
        : "memory");
    asm volatile(
        "{ .reg .b32 a<2>, b<2>, c<8>;"
        " wmma.load.a.sync.aligned.col.m16n16k16.global.s8 {a0,a1}, [%0];"
        " wmma.load.b.sync.aligned.col.m16n16k16.global.s8 {b0,b1}, [%0];"
        " wmma.load.c.sync.aligned.row.m16n16k16.global.s32 {c0,c1,c2,c3,c4,c5,c6,c7}, [%1];"
        " wmma.mma.sync.aligned.col.col.m16n16k16.s32.s8.s8.s32 {c0,c1,c2,c3,c4,c5,c6,c7}, "
        "{a0,a1}, {b0,b1},"
        " {c0,c1,c2,c3,c4,c5,c6,c7};"
        " wmma.store.d.sync.aligned.row.m16n16k16.global.s32 [%1], {c0,c1,c2,c3,c4,c5,c6,c7}; }" ::
            "l"(e),
        "l"(f)
        : "memory");
  }
}

// Rows of bytes across and back, numbers of 4 and 6 bits as bytes.
__global__ void bytes(const unsigned char* in, unsigned char* out, unsigned* packed) {
  __shared__ alignas(128) unsigned char from[512], to[512];
  for (int i = threadIdx.x; i < 512; i += 32) from[i] = in[i];
  __syncthreads();
  const unsigned at = (unsigned)__cvta_generic_to_shared(from + threadIdx.x * 16);
  const unsigned back = (unsigned)__cvta_generic_to_shared(to + threadIdx.x * 16);
  unsigned r[4], small[2];
  asm volatile("ldmatrix.sync.aligned.m16n16.x2.trans.shared.b8 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(at));
  asm volatile("ldmatrix.sync.aligned.m8n16.x1.shared.b8x16.b4x16_p64 {%0}, [%1];"
               : "=r"(small[0])
               : "r"(at));
  asm volatile("ldmatrix.sync.aligned.m8n16.x1.shared.b8x16.b6x16_p32 {%0}, [%1];"
               : "=r"(small[1])
               : "r"(at));
  // As the fragments of stmatrix, whose bytes are of two columns.
  const unsigned w[4] = {(r[0] & 0xffff) | r[1] << 16, r[0] >> 16 | (r[1] & 0xffff0000),
                         (r[2] & 0xffff) | r[3] << 16, r[2] >> 16 | (r[3] & 0xffff0000)};
  asm volatile("stmatrix.sync.aligned.m16n8.x4.trans.shared.b8 [%0], {%1, %2, %3, %4};" ::"r"(back),
               "r"(w[0]), "r"(w[1]), "r"(w[2]), "r"(w[3])
               : "memory");
  __syncthreads();
  for (int i = threadIdx.x; i < 512; i += 32) out[i] = to[i];
  for (int k = 0; k < 2; ++k) packed[threadIdx.x * 2 + k] = small[k];
}

__global__ void counters(float* sums) {
  float before[2];
  asm volatile("atom.global.add.v2.f32 {%0, %1}, [%2], {%3, %4};"
               : "=f"(before[0]), "=f"(before[1])
               : "l"(sums), "f"(1.0F), "f"(0.5F)
               : "memory");
  asm volatile("red.relaxed.gpu.global.add.v2.f32 [%0], {%1, %2};" ::"l"(sums), "f"(2.0F),
               "f"(before[0] < 0 ? 1.0F : 0.0F)
               : "memory");
}

namespace host {

int checks = 0, wrong = 0;
void same(const char* what, long at, long found, long expected) {
  ++checks;
  if (found == expected) return;
  ++wrong;
  std::printf("%s %ld: %ld, expected %ld\n", what, at, found, expected);
}

unsigned mask(unsigned first, unsigned count) {
  unsigned result = 0;
  for (unsigned k = first; k < first + count && k < 32; ++k) result |= 1U << k;
  return result;
}
long signed_part(unsigned x, int size) {
  const long raw = static_cast<long>(x & ((1UL << size) - 1));
  return raw >> (size - 1) != 0 ? raw - (1L << size) : raw;
}
unsigned nth_below(unsigned word, int base, int count) {
  for (int k = base; k >= 0; --k) {
    if ((word >> k & 1) != 0 && --count == 0) return static_cast<unsigned>(k);
  }
  return 0xffffffffU;
}

void expected_bits(unsigned a, unsigned b, unsigned* r) {
  const unsigned size = b % 40 % 32;
  r[0] = mask(a % 40, b % 40 > 31 ? 32 : b % 40);
  r[1] = size == 0 ? 0 : static_cast<unsigned>(signed_part(a, static_cast<int>(size)));
  r[2] = nth_below(a, static_cast<int>(b % 32), 2);
  r[3] = static_cast<unsigned>((signed_part(a, 24) * signed_part(b, 24)) >> 16);
  r[4] = (a ^ b) != 0 && a > 99 ? 1 : 0;
  r[5] = r[7] = 0;
  r[6] = 7;
  for (int k = 0; k < 32; k += 8) {
    long sum = signed_part(a >> k, 8) + signed_part(b >> k, 8);
    sum = sum > 127 ? 127 : sum < -128 ? -128 : sum;
    r[5] |= static_cast<unsigned>(sum & 0xff) << k;
    r[6] += static_cast<unsigned>(
        std::labs(static_cast<long>(a >> k & 0xff) - static_cast<long>(b >> k & 0xff)));
    if (k % 16 == 0 && (a >> k & 0xffff) < (b >> k & 0xffff)) r[7] |= 1U << k;
  }
  long sum = static_cast<long>(a) + static_cast<int>(b);
  sum = sum > 0x7fffffffL ? 0x7fffffffL : sum < -0x80000000L ? -0x80000000L : sum;
  r[8] = static_cast<unsigned>(sum < 5 ? 5 : sum);
  r[9] = b + 19;
  r[10] = a - 6;
  r[11] = a + b;
}

}  // namespace host

template <class T>
static T* on_device(const T* values, std::size_t count) {
  T* device;
  cudaMalloc(&device, count * sizeof(T));
  cudaMemcpy(device, values, count * sizeof(T), cudaMemcpyHostToDevice);
  return device;
}

static void check_bits(const unsigned* in) {
  static unsigned out[kThreads * 12];
  unsigned* const device = on_device(out, kThreads * 12);
  bits<<<1, kThreads>>>(on_device(in, 2 * kThreads), device);
  cudaMemcpy(out, device, sizeof out, cudaMemcpyDeviceToHost);
  for (int i = 0; i < kThreads; ++i) {
    unsigned expected[12];
    host::expected_bits(in[2 * i], in[2 * i + 1], expected);
    for (int k = 0; k < 12; ++k) host::same("bits", i * 100 + k, out[i * 12 + k], expected[k]);
  }
}

static void check_barriers(const unsigned* in) {
  static unsigned out[kThreads * 12];
  unsigned* const device = on_device(out, kThreads * 12);
  barriers<<<1, kThreads>>>(on_device(in, 2 * kThreads + 3), device);
  cudaMemcpy(out, device, sizeof out, cudaMemcpyDeviceToHost);
  for (int round = 0; round < 3; ++round) {
    unsigned all = 0, of_two = 0;
    for (int i = 0; i < kThreads; ++i) all += in[2 * i + round] & 1;
    for (int i = 0; i < 64; ++i) of_two += in[2 * i + round] & 1;
    for (int i = 0; i < kThreads; ++i) {
      const unsigned* const found = out + (i * 3 + round) * 4;
      host::same("popc", i, found[0], all);
      host::same("popc of two", i, found[1], i < 64 ? 64 - of_two : 0);
      host::same("or", i, found[2], i < 64 && of_two > 0 ? 1 : 0);
      host::same("and", i, found[3], round != 1);
    }
  }
}

static void check_products() {
  constexpr unsigned short kHalves[] = {0, 0x3c00, 0xbc00, 0x4000, 0xc000};
  constexpr int kNumbers[] = {0, 1, -1, 2, -2};
  static unsigned short a[32 * 24], b[16 * 8];
  static signed char e[256];
  static float c[256], d[256];
  static int f[256];
  for (int i = 0; i < 32 * 24; ++i) a[i] = kHalves[i * 7 % 5];
  for (int i = 0; i < 128; ++i) b[i] = kHalves[(i * 3 + i / 8) % 5];
  for (int i = 0; i < 256; ++i) {
    c[i] = static_cast<float>(i % 13);
    e[i] = static_cast<signed char>(i * 37);
    f[i] = i - 100;
  }
  float* const device_d = on_device(d, 256);
  int* const device_f = on_device(f, 256);
  products<<<1, 32>>>(on_device(a, 32 * 24), on_device(b, 128), on_device(c, 256), device_d,
                      on_device(e, 256), device_f);
  static int found[256];
  cudaMemcpy(d, device_d, sizeof d, cudaMemcpyDeviceToHost);
  cudaMemcpy(found, device_f, sizeof found, cudaMemcpyDeviceToHost);
  for (int row = 0; row < 32; ++row) {
    for (int column = 0; column < 8; ++column) {
      long sum = (column * 32 + row) % 13;
      for (int k = 0; k < 16; ++k)
        sum += kNumbers[(row * 24 + k) * 7 % 5] * kNumbers[((k * 8 + column) * 3 + k) % 5];
      host::same("f16", row * 8 + column, static_cast<long>(d[row * 8 + column]), sum);
    }
  }
  for (int i = 0; i < 256; ++i) {
    long sum = f[i];
    for (int k = 0; k < 16; ++k) sum += e[k * 16 + i / 16] * e[i % 16 * 16 + k];
    host::same("s8", i, found[i], sum);
  }
}

static void check_bytes() {
  static unsigned char in[512], out[512];
  static unsigned packed[64];
  for (int i = 0; i < 512; ++i) in[i] = static_cast<unsigned char>(i * 151 + i / 16);
  unsigned char* const device_out = on_device(out, 512);
  unsigned* const device_packed = on_device(packed, 64);
  bytes<<<1, 32>>>(on_device(in, 512), device_out, device_packed);
  cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost);
  cudaMemcpy(packed, device_packed, sizeof packed, cudaMemcpyDeviceToHost);
  // The rows of the matrix come back two of four at a time.
  for (int i = 0; i < 512; ++i) {
    const int row = i / 16 % 8, of = i / 256 * 16 + row / 2 * 4 + row % 2 + i / 128 % 2 * 2;
    host::same("bytes", i, out[i], in[of * 16 + i % 16]);
  }
  for (int lane = 0; lane < 32; ++lane) {
    const unsigned char* const row = in + lane / 4 * 16;
    unsigned four = 0, six = 0;
    for (int k = 0; k < 4; ++k) {
      const int number = lane % 4 * 4 + k, bit = number * 6;
      four |= static_cast<unsigned>(row[number / 2] >> (number % 2 * 4) & 15) << (8 * k);
      six |= static_cast<unsigned>((row[bit / 8] | row[bit / 8 + 1] << 8) >> (bit % 8) & 63)
             << (8 * k);
    }
    host::same("four", lane, packed[lane * 2], four);
    host::same("six", lane, packed[lane * 2 + 1], six);
  }
}

static void check_counters() {
  float sums[2] = {};
  float* const device = on_device(sums, 2);
  counters<<<1, kThreads>>>(device);
  cudaMemcpy(sums, device, sizeof sums, cudaMemcpyDeviceToHost);
  host::same("sum", 0, static_cast<long>(sums[0]), 3 * kThreads);
  host::same("sum", 1, static_cast<long>(sums[1]), kThreads / 2);
}

int main() {
  unsigned in[2 * kThreads + 3];
  std::uint64_t state = 1;
  for (unsigned& number : in)
    number = static_cast<unsigned>(
        (state = state * 6364136223846793005ULL + 1442695040888963407ULL) >> 33);
  for (unsigned& number : in) number ^= number << 13;
  check_bits(in);
  check_barriers(in);
  check_products();
  check_bytes();
  check_counters();
  std::printf("%d checks, %d wrong\n", host::checks, host::wrong);
  return host::wrong == 0 ? 0 : 1;
}
