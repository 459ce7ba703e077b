"""Kernels in the language of those who own MUSA GPUs: its intrinsics, barriers, vectors, macros."""

from support.mcc_tool import CHECK, mcc, output

MAIN = """
#define EXPECT(condition) do { if (!(condition)) printf("line %d: %s\\n", __LINE__, #condition); } while (0)
"""


def test_threads_meet_at_asynchronous_barriers_and_end(tmp_path):
    source = CHECK + MAIN + """
    extern "C" { extern __device__ void __musa_memcpy_g2s(__attribute__((address_space(3))) void* to,
        __attribute__((address_space(1))) const void* from, int bytes, int prefetch); }
    // Two warps fill a buffer, the third one adds it up, twice.
    __global__ void pipeline(const int* in, int* out) {
      __shared__ int part[64];
      __musa::async_barrier full(1), empty(2);
      if (threadIdx.x == 0) { full.init_arrival(2); empty.init_arrival(1, 0); __musa_async_bar_record(2); }
      __syncthreads_lm();
      for (int turn = 0; turn < 2; ++turn) {
        if (threadIdx.x < 64) {
          if (turn > 0) empty.wait((turn - 1) & 1);
          __musa_memcpy_g2s(&part[threadIdx.x], &in[turn * 64 + threadIdx.x], 4, 0);
          __musa_memcpy_g2s_wait();
          full.arrive();
        } else {
          full.wait(turn & 1);
          if (threadIdx.x == 64) for (int i = 0; i < 64; ++i) out[turn] += part[i];
          unsigned phase = __musa_async_arrive(2);
          if (threadIdx.x == 64) out[2 + turn] = phase;
        }
      }
    }
    __global__ void bytes(int* out) {
      if (threadIdx.x == 0) __musa_async_init_arrival(3, 1, 1);
      __musa_barrier0();
      if (threadIdx.x == 0) {
        out[0] = (int)__musa_async_arrive_add_trans(3, 16);
        ::musasim::device::async_barrier(3).bytes_came(16);
      }
      __musa_async_wait(3, 1);
      atomicAdd(&out[1], 1);
    }
    __device__ __noinline__ void leave(bool now) { if (now) __musa_exit(); }
    __global__ void ends(int* out) {
      leave(threadIdx.x % 2 == 1);
      __syncthreads();
      __musa_loop_transparent_outermost();
      __threadfence_system_noflush(); __musa_barrier_slc(); __musa_membar_gl(); __musa_fence_rel();
      atomicAdd(out, __syncthreads_count(1));
    }
    __global__ void registers(unsigned* out) {
      const unsigned at = __musa_read_ptx_sreg_ctaid_x() * __musa_read_ptx_sreg_ntid_x() + __musa_read_ptx_sreg_tid_x();
      out[at] = __get_lanemask_lt() + __get_laneid() + __musa_read_ptx_sreg_nctaid_x();
    }
    #define MASK(width) (((~((width) - 1)) & 0x7f) << 7)
    __global__ void shuffles(int* out) {
      const int lane = threadIdx.x;
      out[lane] = __musa_shfl_xor_sync_i32(lane, 3, MASK(4)) + 100 * __musa_shfl_down_sync_i32(lane, 1, MASK(8));
      out[32] = __mt_reduce_max_sync_i32(~0u, lane) + __mt_vote_all_sync_i32(~0u, 1);
    }
    int main() {
      Device<int> in(128, 1), out(4), b(2), e(1), s(33); Device<unsigned> r(64);
      for (int i = 64; i < 128; ++i) in.at[i] = 2;
      pipeline<<<1, 96>>>(in.at, out.at); bytes<<<1, 40>>>(b.at); ends<<<1, 64>>>(e.at);
      registers<<<2, 32>>>(r.at); shuffles<<<1, 32>>>(s.at); SYNC();
      EXPECT(out.at[0] == 64 && out.at[1] == 128 && out.at[2] == 0 && out.at[3] == 1);
      EXPECT(b.at[0] == 1 && b.at[1] == 40); EXPECT(e.at[0] == 32 * 32);
      EXPECT(r.at[33] == 1 + 1 + 2 && r.at[31] == 0x7fffffff + 31u + 2);
      EXPECT(s.at[5] == 6 + 600 && s.at[7] == 4 + 700 && s.at[32] == 32);
      puts("done");
    }
    """
    assert output(tmp_path, source) == "done\n"


def test_memory_by_hints_descriptions_and_scopes(tmp_path):
    source = CHECK + MAIN + """
    #include <musa_robust.h>
    using int8x4_t = signed char __attribute__((ext_vector_type(4)));
    __global__ void memory(int4* in, int4* out, unsigned char* byte) {
      volatile_store(7, byte);
      int4 a = volatile_load(in);
      a.x += volatile_load((unsigned char*)byte) + __lsu_ld_cache_hint(&in->y, 0, 2, 1, 1, true);
      __lsu_st_cache_hint(out, a, 4, 2, 1, 1);
      __builtin_nontemporal_store(__builtin_nontemporal_load(&in[0].w) + 1, &out[1].x);
      int* generic = (int*)__musa_ptr_gen_to_global(&out[1].y);
      __shared__ int shared; shared = 5; int local = 3;
      *generic = 1 * __musa_isspacep_shared(&shared) + 2 * !__musa_isspacep_shared(in) + 4 * __musa_isspacep_global(in)
               + 8 * !__musa_isspacep_shared(&local) + 16 * (__builtin_is_device_code() ? 1 : 0);
    }
    __global__ void robust(int* in, int* out) {
      __musa::robust_ptr<int> buffer(in, 3);
      auto desc = buffer.get_v4_robust_addr();
      auto four = __musa_ld_v4_robust_v4i32(in + 1, desc, 0);
      for (int i = 0; i < 4; ++i) out[i] = four[i];
      out[4] = __musa_ld_v4_robust_i32(in + 2, desc, 0) + __musa_ld_robust_i32(in + 3, buffer.get_robust_addr());
      out[5] = out[6] = 9;
      __musa_memcpy_g2s_robust_v4(&out[5], in + 2, 8, desc, 0);
      __musa::robust_ptr<int> written(out, 8);
      __musa_st_v4_robust_i64(5L, out + 7, written.get_v4_robust_addr());
      __musa_st_v4_robust_i32(6, out + 8, written.get_v4_robust_addr());
    }
    __attribute__((mtgpu_workgroup_atomic)) __global__ void atomics(int* i, unsigned* u, long long* l, float* f) {
      __musa_atom_add_gen_i(i, 1); __musa_atom_cta_max_gen_i(i + 1, (int)threadIdx.x); __musa_atom_sys_xor_gen_i(i + 2, 1);
      __musa_atom_inc_gen_ui(u, 5); __musa_atom_min_gen_ui(u + 1, threadIdx.x + 2);
      __musa_atom_cta_add_gen_ll(l, -2); __musa_atom_sys_add_gen_f(f, 0.5f); __mt_atomicAdd_f32(f, 0.5f);
      if (threadIdx.x == 0) { i[3] = __musa_atom_cas_gen_i(i + 4, 0, 8); l[1] = __musa_atom_xchg_gen_ll(l + 2, 3); }
    }
    __global__ void saturate(int8x4_t* v) {
      v[2] = __builtin_elementwise_sub_sat(v[0], v[1]); v[3] = __builtin_elementwise_add_sat(v[0], v[1]);
      v[4] = __builtin_elementwise_max(v[0], v[1]); v[5] = __builtin_elementwise_abs(v[0]);
      __builtin_assume(v[0][0] < 0);
    }
    int main() {
      Device<int4> in(2, make_int4(1, 2, 3, 4)), out(2); Device<unsigned char> byte(1);
      memory<<<1, 1>>>(in.at, out.at, byte.at);
      Device<int> from(4, 6), to(7); robust<<<1, 1>>>(from.at, to.at);
      Device<int> i(5); Device<unsigned> u(2, 3); Device<long long> l(3, 10); Device<float> f(1);
      atomics<<<1, 64>>>(i.at, u.at, l.at, f.at);
      Device<int8x4_t> v(6); v.at[0] = int8x4_t{-100, 100, 5, -7}; v.at[1] = int8x4_t{100, -100, 2, 1};
      saturate<<<1, 1>>>(v.at); SYNC();
      EXPECT(out.at[0].x == 1 + 7 + 2 && out.at[0].w == 4 && out.at[1].x == 5); EXPECT(out.at[1].y == 31);
      EXPECT(to.at[0] == 6 && to.at[1] == 6 && to.at[2] == 0 && to.at[3] == 0 && to.at[4] == 6 && to.at[5] == 6 && to.at[6] == 0);
      EXPECT(i.at[0] == 64 && i.at[1] == 63 && i.at[2] == 0 && i.at[3] == 0 && i.at[4] == 8);
      EXPECT(u.at[0] == (3 + 64) % 6 && u.at[1] == 2 && l.at[0] == 10 - 128 && l.at[1] == 10 && l.at[2] == 3 && *f.at == 64);
      EXPECT(v.at[2][0] == -128 && v.at[2][1] == 127 && v.at[3][0] == 0 && v.at[3][3] == -6 && v.at[4][3] == 1 && v.at[5][0] == 100);
      puts("done");
    }
    """
    assert output(tmp_path, source) == "done\n"


def test_vectors_bursts_and_the_device_library(tmp_path):
    source = CHECK + MAIN + """
    #include <musa_fp8.h>
    using f4 = float __attribute__((ext_vector_type(4)));
    typedef float f2 __attribute__((ext_vector_type(2)));
    typedef __attribute__((ext_vector_type(4))) _Float16 h4;
    template <class T, int N> using Vec = T __attribute__((ext_vector_type(N)));
    template <class T> struct Wide { typedef T Type __attribute__((ext_vector_type(16 / sizeof(T)), aligned(16))); };
    using bfloat16x2_t = __bf16 __attribute__((vector_size(4)));
    static_assert(sizeof(Vec<int, 3>) == 16 && sizeof(Wide<short>::Type) == 16 && sizeof(bfloat16x2_t) == 4);
    __device__ f4 relu(f4 v) { return __musa_max_f_bst4_sv(0.0f, v); }
    __global__ void bursts(float* out) {
      f4 a = {1, -2, 3, -4}; float __attribute__((ext_vector_type(4))) b = a + a;
      f4 c = __musa_fma_f_bst4_svv(2, a, b); f2 d = __musa_exp2_f_bst2_v(f2{3, -1});
      out[0] = relu(a)[0] + relu(a)[1]; out[1] = c[3]; out[2] = d[0] + d[1];
      Vec<float, 4> e = __musa_mul_f_bst4_vv(a, __musa_fabs_f_bst4(a)); out[3] = e[3];
      h4 h = {1.5f, 448, 1e3f, -0.25f};
      const __mt_fp8x4_storage_t q = (__mt_fp8x4_storage_t)__musa_f162e4m3_rn_bst4(h);
      const f4 back = __musa_f162f32_rn_bst4(__musa_e4m32f16_rn_bst4(q));
      out[4] = back[0]; out[5] = back[1]; out[6] = back[2]; out[7] = back[3];
      __half2 pair = __musa_e5m22f16_rn_bst2((__mt_fp8x2_storage_t)__musa_f2e5m2_rn_bst2(f2{3, -1.6f}));
      out[8] = __low2float(pair); out[9] = __high2float(pair);
      _Float16 __attribute__((ext_vector_type(2))) x = {1, 2};
      __half2 sum = __musa_fma_h_bst2_vvv(x, x, x); out[10] = __high2float(sum);
      __mt_bfloat162 y = __floats2bfloat162_rn(1, 3);
      __mt_bfloat162 z = __musa_mul_b_bst2_vv(y, y); out[11] = __high2float(z);
    }
    __global__ void library(double* out) {
      int i; float whole;
      out[0] = __mt_exp2_f32(3) + __musa_exp2_f(-1); out[1] = __mt_frexp_f64(12.0, &i); out[2] = i;
      out[3] = __mt_modf_f32(2.5f, &whole) + whole; out[4] = __mt_int_as_float(__mt_float_as_int(0.1f)) == 0.1f;
      out[5] = __mt_add_rtp_f64(1, 1e-30) - 1; out[6] = __mt_double_as_longlong(__mt_longlong_as_double(77));
      out[7] = __mt_mul24(3, -4) + (int)__mt_umulhi(1u << 31, 4) + __mt_sad(2, 9, 1) + (int)__mt_ullmax(4, 5);
      out[8] = __mt_pown_f64(2, 10) + __mt_hypot_f32(3, 4) + __mt_sinpi_f64(0.5) + __mt_isless_f64(1, 2);
      out[9] = __float2char_rn_sat(300) + __musa_f2uc_rz_sat(-5) + __mt_float2uchar_rz_sat(9.9f) + __float2char_rn_sat(2.5f);
      out[10] = __mt_llround_f32(-2.5f); out[11] = __musa_float_to_tf32(1 + 1.5f / 2048) == 1 + 2.0f / 2048 && isnan(__musa_float_to_tf32(__int_as_float(0x7f800001)));
      out[12] = __bfe_u32(0xabcd, 4, 8); out[13] = __mt_cos(0.0) + __mt_pow(2.0f, 3.0f);
    }
    int main() {
      Device<float> f(12); Device<double> d(14);
      bursts<<<1, 1>>>(f.at); library<<<1, 1>>>(d.at); SYNC();
      const float wanted[] = {1, -16, 8.5f, -16, 1.5f, 448, 448, -0.25f, 3, -1.5f, 6, 9};
      for (int i = 0; i < 12; ++i) if (f.at[i] != wanted[i]) printf("burst %d: %g\\n", i, f.at[i]);
      const double values[] = {8.5, 0.75, 4, 2.5, 1, 2.220446049250313e-16, 77, -12 + 2 + 8 + 5, 1024 + 5 + 1 + 1,
                               127 + 0 + 9 + 2, -3, 1, 0xbc, 9};
      for (int i = 0; i < 14; ++i) if (d.at[i] != values[i]) printf("library %d: %g\\n", i, d.at[i]);
      puts("done");
    }
    """
    assert output(tmp_path, source) == "done\n"


NUMBERS = CHECK + MAIN + """
#include <musa_bf16.h>
#include <musa_fp16.h>
#include <musa_fp4.h>
#define TEXT_OF(...) #__VA_ARGS__
#define TEXT(...) TEXT_OF(__VA_ARGS__)
#ifndef __MUSACC_RDC__
#define __MUSACC_RDC__ 0
#endif
__global__ void named(float* out) {
  __half h = __float2half(1.5f); __mt_bfloat16 b = __float2bfloat16(2);
  out[0] = __half2float(__hadd(h, h)) + __bfloat162float(b);
#ifdef __MTGPU__
  out[1] = 1;
#endif
}
"""


def test_half_numbers_convert_as_the_headers_do(tmp_path):
    source = NUMBERS + """
    template <class T, class Other> __global__ void converted(float* out) {
      T h = 1.5, i = 3, u = 3u, l = 5l, b(2.0f), c = T(true), z{}; z = 7; z = 2.5;
      out[0] = static_cast<float>(h) + float(i) + (float)u + (float)l + (float)z;
      out[1] = static_cast<double>(h) + static_cast<int>(h) + (unsigned)i + (long)l + (long long)l + (unsigned short)i;
      out[2] = (float)(h + i) + (h < i) + (h == i) + !h + (h ? 1 : 0); i += h; i *= b; ++i; out[3] = -i;
      out[4] = static_cast<signed char>(h) + (unsigned char)u + (char)c; out[5] = static_cast<float>(Other(h));
      out[6] = fmaxf(h, 2.0f);
    }
    int main() {
      Device<float> h(7), b(7), n(2);
      converted<__half, __mt_bfloat16><<<1, 1>>>(h.at); converted<__mt_bfloat16, __half><<<1, 1>>>(b.at);
      named<<<1, 1>>>(n.at); SYNC();
      const float wanted[] = {15, 18.5f, 6.5f, -10, 5, 1.5f, 2};
      for (int i = 0; i < 7; ++i) if (h.at[i] != wanted[i] || b.at[i] != wanted[i]) printf("%d: %g %g\\n", i, h.at[i], b.at[i]);
      EXPECT(n.at[0] == 5 && n.at[1] == 1);
      EXPECT((float)__mt_fp4_e2m1(2.6f) == 3 && (float)__mt_fp4_e2m1(-100) == -6 && (float)__mt_fp4_e2m1(0.25f) == 0);
      EXPECT(static_cast<float4>(__mt_fp4x4_e2m1(make_float4(1, -2, 4, 0.5f))).y == -2);
      EXPECT(__mt_fp4x2_e2m1(make_float2(1, -2)).__x == 0xc2);
      printf("%s %d.%d %d\\n", TEXT(__MUSA_ARCH_LIST__), __MUSACC_VER_MAJOR__, __MUSACC_VER_MINOR__, __MUSACC_RDC__ + __MCC__);
    }
    """
    text = output(tmp_path, source, "--offload-arch=mp_31", "--offload-arch=mp_22", "-rdc=true")
    assert text == "220,310 4.3 2\n"


def test_half_numbers_without_conversions_and_operators(tmp_path):
    (tmp_path / "named.mu").write_text(
        NUMBERS + "int main() { named<<<1, 1>>>(nullptr); puts(TEXT(__MUSA_ARCH_LIST__)); }\n"
    )
    without = ["HALF_CONVERSIONS", "HALF_OPERATORS", "HALF2_OPERATORS", "BFLOAT16_CONVERSIONS"]
    options = [f"-D__MUSA_NO_{each}__" for each in without]
    done = mcc("-fsyntax-only", "-D__MUSA_ARCH_LIST__=310", *options, "named.mu", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_class_that_converts_to_half_and_to_float_compares_floats(tmp_path):
    """As c10::Half does, which has no comparisons of its own."""
    source = CHECK + """
    #define WRAPPED(name, type) \\
      struct name { \\
        type value; \\
        __host__ __device__ operator type() const { return value; } \\
        __host__ __device__ operator float() const { return (float)value; } \\
      };
    WRAPPED(Half, __half)
    WRAPPED(Bfloat, __mt_bfloat16)
    template <class W, class T> __device__ int compared(T one, T two, T nan) {
      W a{one}, b{two};
      return (a < b) + (one < two) + (one == one) + (nan != nan) + !(nan >= nan) + !(a > b) + (a != b);
    }
    __global__ void compare(int* out) {
      out[0] = compared<Half, __half>(1.0f, 2.0f, nanf(""));
      out[1] = compared<Bfloat, __mt_bfloat16>(1.0f, 2.0f, nanf(""));
    }
    int main() {
      Device<int> out(2);
      compare<<<1, 1>>>(out.at);
      SYNC();
      printf("%d %d\\n", out.at[0], out.at[1]);
    }
    """
    assert output(tmp_path, source) == "7 7\n"
