"""Inline assembly that mcc translates does what its instructions say."""

from support.mcc_tool import output

PRELUDE = """
#include <cstdint>
#include <cstdio>
#include <musa_runtime.h>
#include <musa_fp16.h>
template <class T> struct Device {
  T* at;
  explicit Device(int count) { musaMallocManaged(&at, count * sizeof(T)); for (int i = 0; i < count; ++i) at[i] = T(); }
  ~Device() { musaFree(at); }
};
#define SYNC() do { musaError_t e = musaDeviceSynchronize(); if (e != musaSuccess) { printf("%s\\n", musaGetErrorString(e)); return 1; } } while (0)
"""
WARP_OF_32 = {"MUSASIM_MODEL": "S5000"}


def test_loads_and_stores_of_every_size(tmp_path):
    source = PRELUDE + """
    struct Copied { int a[4]; Copied() {} Copied(const Copied& o) { for (int i = 0; i < 4; ++i) a[i] = o.a[i]; } };
    #define LOAD_BITS(bits, bytes, to, from) asm volatile("LSU.LD.B" #bits " %0, %1, _, " #bytes ", 1, 1, inner_persist=0, " \\
        "outer_persist=2, chrnt=l2_l3, slc=byp, persist=0, stride_add_first=0" : "=R"(to) : "R"(from))
    __global__ void k(int4* p, signed char* bytes, unsigned* out) {
      int4 v;
      asm volatile("ld.global.nc.L1::no_allocate.L2::128B.v4.s32 {%0, %1, %2, %3}, [%4];"
                   : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(p));
      asm volatile("st.global.L1::no_allocate.v2.s32 [%0 + 16], {%1, %2};" :: "l"(p), "r"(v.w), "r"(v.x) : "memory");
      int extended; unsigned zeros; double wide; float single;
      asm("ld.global.s8 %0, [%1];" : "=r"(extended) : "l"(bytes));
      asm("ld.u8 %0, [%1];" : "=r"(zeros) : "l"(bytes));
      asm("st.global.b8 [%0], %1;" :: "l"(bytes + 1), "r"(0x1234));
      asm("ld.global.f64 %0, [%1];" : "=d"(wide) : "l"(out + 8));
      asm("ld.b32 %0, [%1];" : "=f"(single) : "l"((uint64_t)(out + 10)));
      Copied copied; LOAD_BITS(128, 16, copied, (const int*)p);
      asm(".mtx\\nst2.v2 [%0].global, {%1, %2}.s32;" :: "R"(p + 2), "R"(copied.a[2]), "R"(copied.a[1]));
      out[0] = extended; out[1] = zeros; out[2] = (unsigned)wide; out[3] = (unsigned)single;
    }
    int main() {
      Device<int4> p(3); Device<signed char> bytes(2); Device<unsigned> out(12);
      p.at[0] = make_int4(1, 2, 3, 4); bytes.at[0] = -2; *(double*)(out.at + 8) = 7.5; *(float*)(out.at + 10) = 9.5f;
      k<<<1, 1>>>(p.at, bytes.at, out.at); SYNC();
      printf("%d %d, %d %d\\n", p.at[1].x, p.at[1].y, p.at[2].x, p.at[2].y);
      printf("%d %u %d %u %u\\n", (int)out.at[0], out.at[1], bytes.at[1], out.at[2], out.at[3]);
    }
    """
    assert output(tmp_path, source) == "4 1, 3 2\n-2 254 52 7 9\n"


def test_addresses_of_shared_memory_have_32_bits(tmp_path):
    source = PRELUDE + """
    __device__ int read(unsigned at) { int value; asm volatile("ld.shared.s32 %0, [%1 + 4];" : "=r"(value) : "r"(at)); return value; }
    __global__ void kernel(int* out) {
      extern __shared__ int dynamic[];
      __shared__ int variable[64];
      dynamic[threadIdx.x] = threadIdx.x; variable[threadIdx.x] = 100 * threadIdx.x;
      __syncthreads();
      const unsigned first = (unsigned)__cvta_generic_to_shared(dynamic), second = (unsigned)__cvta_generic_to_shared(variable);
      out[threadIdx.x] = read(first + 4 * (threadIdx.x % 63)) + read(second);
      asm volatile("st.shared.u32 [%0], %1;" :: "r"(first + 4 * threadIdx.x), "r"(7u) : "memory");
      out[threadIdx.x] += dynamic[threadIdx.x];
    }
    int main() {
      Device<int> out(64); kernel<<<3, 64, 256>>>(out.at); SYNC();
      printf("%d %d\\n", out.at[1], out.at[40]);
    }
    """
    assert output(tmp_path, source) == "109 148\n"


def test_short_addresses_become_pointers_again(tmp_path):
    source = PRELUDE + """
    __global__ void kernel(int* out) {
      __shared__ int numbers[64];
      numbers[threadIdx.x] = threadIdx.x;
      __syncthreads();
      const unsigned first = (unsigned)__cvta_generic_to_shared(numbers);
      const int* const second = (const int*)__cvta_shared_to_generic(first + 4);
      out[threadIdx.x] = second[threadIdx.x % 63] + (second == numbers + 1 ? 100 : 0);
    }
    int main() {
      Device<int> out(64); kernel<<<1, 64>>>(out.at); SYNC();
      printf("%d %d\\n", out.at[0], out.at[62]);
    }
    """
    assert output(tmp_path, source) == "101 163\n"


def test_threads_wait_for_flags(tmp_path):
    source = PRELUDE + """
    __device__ unsigned acquire(const unsigned* flag) {
      unsigned seen;
      asm volatile("ld.acquire.sys.global.u32 %0, [%1];" : "=r"(seen) : "l"(flag));
      return seen;
    }
    __global__ void wait(unsigned* flag, int* out) {
      if (threadIdx.x < 32) {
        while (acquire(flag) != 3) {}
        unsigned seen;
        do asm volatile(".mtx\\nld1.cv %0.u32, [%1].global;" : "=R"(seen) : "R"(flag + 1)); while (seen != 64);
        if (threadIdx.x == 0) *out += 1;
      } else {
        asm volatile("red.release.gpu.global.add.u32 [%0], %1;" :: "l"(flag + 1), "r"(2) : "memory");
        int before;
        asm volatile("atom.relaxed.gpu.global.max.u32 %0, [%1], %2;" : "=r"(before) : "l"(flag + 2), "r"(threadIdx.x));
        if (before > 0) asm("membar.gl; st.volatile.global.u32 [%1], %0;" :: "r"(3), "l"(flag));
        else atomicAdd(out, 10);
      }
    }
    __global__ void swap(unsigned* p, unsigned* out) {
      asm volatile("atom.global.cas.b32 %0, [%1], %2, %3;" : "=r"(out[0]) : "l"(p), "r"(5), "r"(6));
      asm volatile("atom.global.exch.b32 %0, [%1], %2;" : "=r"(out[1]) : "l"(p), "r"(7));
      asm volatile("LSU.ATOM_32.XCHG %0, %1, slc=byp;" :: "R"(p + 1), "R"(8u));
    }
    int main() {
      Device<unsigned> flag(3); Device<int> out(1); Device<unsigned> old(2);
      wait<<<1, 64>>>(flag.at, out.at); SYNC();
      printf("%d %u\\n", *out.at, flag.at[2]);
      flag.at[0] = 5; swap<<<1, 1>>>(flag.at, old.at); SYNC();
      printf("%u %u %u %u\\n", old.at[0], old.at[1], flag.at[0], flag.at[1]);
    }
    """
    assert output(tmp_path, source, env=WARP_OF_32) == "11 63\n5 6 7 8\n"


def test_arithmetic_of_halves_and_parts_of_registers(tmp_path):
    source = PRELUDE + """
    __global__ void k(float* out, unsigned* bits) {
      uint16_t half, other, low, high; float f; uint32_t pair, both, sum;
      asm volatile("cvt.rn.f16.f32 %0, %1;\\n" : "=h"(half) : "f"(1.0009765f));
      asm volatile("cvt.f32.f16 %0, %1;\\n" : "=f"(out[0]) : "h"(half));
      asm volatile("cvt.rn.f16.f32 %0, %1;\\n" : "=h"(other) : "f"(3.0f));
      asm volatile("add.f16 %0, %1, %2;\\n" : "=h"(half) : "h"(half), "h"(other));
      asm volatile("mul.f16 %0, %1, %2;\\n" : "=h"(half) : "h"(half), "h"(other));
      asm volatile("sub.f16 %0, %1, %2;\\n" : "=h"(half) : "h"(half), "h"(other));
      asm volatile("cvt.f32.f16 %0, %1;\\n" : "=f"(out[1]) : "h"(half));
      asm volatile("mov.b32 %0, {%1, %2};" : "=r"(pair) : "h"(other), "h"(half));
      asm volatile("cvt.rn.f16x2.f32 %0, %1, %2;\\n" : "=r"(both) : "f"(2.0f), "f"(0.5f));
      asm volatile("add.f16x2 %0, %1, %2;\\n" : "=r"(sum) : "r"(pair), "r"(both));
      asm volatile("fma.rn.f16x2 %0, %1, %2, %3;\\n" : "=r"(sum) : "r"(sum), "r"(both), "r"(both));
      asm volatile("mov.b32 {%0, %1}, %2;\\n" : "=h"(low), "=h"(high) : "r"(sum));
      asm volatile("cvt.f32.f16 %0, %1;\\n" : "=f"(out[2]) : "h"(low));
      asm volatile("cvt.f32.f16 %0, %1;\\n" : "=f"(out[3]) : "h"(high));
      asm volatile("mov.b64 {%0, %1}, %2;" : "=r"(bits[0]), "=r"(bits[1]) : "l"(0x100000002ull));
      asm volatile("fma.rn.f32 %0, %1, %2, %3;" : "=f"(out[4]) : "f"(2.0f), "f"(3.0f), "f"(1.0f));
      bits[2] = both;
    }
    int main() {
      Device<float> out(5); Device<unsigned> bits(3);
      k<<<1, 1>>>(out.at, bits.at); SYNC();
      for (int i = 0; i < 5; ++i) printf("%.7g ", out.at[i]);
      printf("%u %u %x\\n", bits.at[0], bits.at[1], bits.at[2]);
    }
    """
    # 1.0009765 and 4.0009765 are rounded to halves: 1 + 1/1024, and 4.
    assert output(tmp_path, source) == "1.000977 9 2.25 24 7 2 1 40003800\n"


def test_lanes_and_approximate_functions(tmp_path):
    source = PRELUDE + """
    __device__ int shuffled(int kind, int value) {
      int r = 0;
      if (kind == 0) asm("shfl.sync.bfly.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(r) : "r"(value), "r"(1));
      if (kind == 1) asm("shfl.sync.up.b32 %0, %1, 3, 0, 0xffffffff;" : "=r"(r) : "r"(value));
      if (kind == 2) asm("shfl.sync.down.b32 %0, %1, 3, 0x1c1f, 0xffffffff;" : "=r"(r) : "r"(value));
      if (kind == 3) asm("shfl.sync.idx.b32 %0, %1, 2, 0x181f, 0xffffffff;" : "=r"(r) : "r"(value));
      return r;
    }
    __global__ void lanes(int* out) {
      unsigned lane, below;
      asm("mov.s32 %0, %laneid;" : "=r"(lane));
      asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
      for (int kind = 0; kind < 4; ++kind) out[32 * kind + lane] = shuffled(kind, lane);
      if (threadIdx.x == 5) out[128] = below;
    }
    __global__ void functions(float* p) {
      float y;
      asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(3.0f)); p[0] = y;
      asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(8.0f)); p[1] = y;
      asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(1e-39f)); p[2] = y;
      asm("rsqrt.approx.f32 %0, %1;" : "=f"(y) : "f"(0.25f)); p[3] = y;
      asm("tanh.approx.f32 %0, %1;" : "=f"(y) : "f"(100.0f)); p[4] = y;
      unsigned two; __half2 in = __floats2half2_rn(1.0f, -1.0f);
      asm("ex2.approx.f16x2 %0, %1;" : "=r"(two) : "r"(*(unsigned*)&in));
      p[5] = __low2float(*(__half2*)&two); p[6] = __high2float(*(__half2*)&two);
      asm("div.rn.f32 %0, %1, %2;" : "=f"(y) : "f"(1e-39f), "f"(4.0f)); p[7] = y;
    }
    int main() {
      Device<int> out(129); Device<float> p(8);
      lanes<<<1, 32>>>(out.at); SYNC();
      for (int kind = 0; kind < 4; ++kind) printf("%d %d %d\\n", out.at[32 * kind], out.at[32 * kind + 7], out.at[32 * kind + 30]);
      functions<<<1, 1>>>(p.at); SYNC();
      printf("%d\\n", out.at[128]);
      for (int i = 0; i < 8; ++i) printf("%g ", p.at[i]);
    }
    """
    expected = "1 6 31\n0 4 27\n3 7 30\n2 2 26\n31\n8 3 inf 2 1 2 0.5 2.5e-40 "
    assert output(tmp_path, source, env=WARP_OF_32) == expected
