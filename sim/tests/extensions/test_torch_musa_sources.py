"""Forms that torch_musa's own sources have, and PyTorch's kernels after torch_musa's porting."""

import sys

from support.headers import compile_errors
from support.mcc_tool import CHECK, HOME, mcc, output, run


def test_a_function_of_a_namespace_is_not_ambiguous_with_the_run_times():
    text = """
    #include <musa_runtime_api.h>
    namespace c10 { namespace musa {
    musaError_t musaThreadExchangeStreamCaptureMode(enum musaStreamCaptureMode* mode);
    musaError_t exchange(musaStreamCaptureMode mode) { return musaThreadExchangeStreamCaptureMode(&mode); }
    } }
    musaError_t (*global)(enum musaStreamCaptureMode*) = &musaThreadExchangeStreamCaptureMode;
    musaError_t exchange(musaStreamCaptureMode mode) { return ::musaThreadExchangeStreamCaptureMode(&mode); }
    """
    assert compile_errors("c++", text) == ""


def test_qr_is_called_in_both_forms():
    text = """
    #include <musolver.h>
    musolverStatus_t calls(musolverDnHandle_t handle, float* a, muComplex* z, void* buffer) {
      size_t size; int length, info;
      musolverDnSgeqrf_bufferSize(3, 2, &size);
      musolverDnSgeqrf(handle, 3, 2, a, 3, a, buffer);
      musolverDnCungqr_bufferSize(3, 2, 2, &size);
      musolverDnCungqr(handle, 3, 2, 2, z, 3, z, buffer);
      musolverDnCunmqr(handle, MUBLAS_SIDE_LEFT, MUBLAS_OP_N, 3, 2, 2, z, 3, z, z, 3);
      musolverDnSgeqrf_bufferSize(handle, 3, 2, a, 3, &length);
      musolverStatus_t (*geqrf)(musolverDnHandle_t, int, int, float*, int, float*, float*, int, int*) = musolverDnSgeqrf;
      return geqrf(handle, 3, 2, a, 3, a, a, length, &info);
    }
    """
    assert compile_errors("c++", text) == compile_errors("c", text) == ""


def test_the_runtime_brings_the_driver(tmp_path):
    (tmp_path / "unit.cpp").write_text("""
    #include <musa.h>
    #include <musa_runtime_api.h>
    extern "C" int active() {
      unsigned flags;
      int is = -1;
      if (musaFree(nullptr) != musaSuccess) return -2;
      return muDevicePrimaryCtxGetState(0, &flags, &is) == MUSA_SUCCESS ? is : -3;
    }
    """)
    options = f"-fPIC -shared -I{HOME}/include unit.cpp -o unit.so -L{HOME}/lib -lmusart".split()
    assert run("c++", *options, f"-Wl,-rpath,{HOME}/lib", cwd=tmp_path).stderr == ""
    program = "import ctypes; print(ctypes.CDLL('./unit.so', 2).active())"
    assert run(sys.executable, "-c", program, cwd=tmp_path).stdout == "1\n"


def test_cub_is_in_the_namespace_that_a_program_chooses(tmp_path):
    source = CHECK + """
    #include <cub/version.cuh>
    #undef CUB_NS_POSTFIX
    #undef CUB_NS_PREFIX
    #undef CUB_NS_QUALIFIER
    #define CUB_NS_PREFIX namespace at_cuda_detail {
    #define CUB_NS_POSTFIX }
    #define CUB_NS_QUALIFIER ::at_cuda_detail::cub
    #include <cub/cub.cuh>
    #undef CUB_NS_POSTFIX
    #undef CUB_NS_PREFIX
    #undef CUB_NS_QUALIFIER
    #define CUB_NS_PREFIX
    #define CUB_NS_POSTFIX
    #define CUB_WRAPPED_NAMESPACE own
    #include <cub/cub.cuh>
    namespace native { namespace cub = ::at_cuda_detail::cub; }
    __global__ void sum(int* out) {
      using Reduce = native::cub::WarpReduce<int>;
      __shared__ Reduce::TempStorage storage;
      const int all = Reduce(storage).Sum(1);
      if (threadIdx.x == 0) *out = all + own::cub::Sum()(1, 2);
    }
    int main() { Device<int> out(1); sum<<<1, 32>>>(out.at); SYNC(); printf("%d\\n", *out.at); }
    """
    assert output(tmp_path, source) == "35\n"


def test_names_that_porting_writes(tmp_path):
    source = CHECK + """
    #include <murand_kernel.h>
    #include <thrust/iterator/constant_iterator.h>
    __device__ double atomicAdd(double* address, double value) { *address += value + 100; return 0; }
    __device__ float atomicAdd(float* address, double value) = delete;
    __global__ void draw(unsigned* out, double* sum, float* plain) {
      murand_state_philox4x32_10 state;
      murand_init(1, 2, 3, &state);
      *out = murand(&state) != 0;
      atomicAdd(sum, 1.0);
      ::atomicAdd_block(sum, 0.5);
      atomicAdd(plain, 1.0f);
      *out += *thrust::make_counting_iterator(4u);
    }
    int main() {
      Device<unsigned> out(1); Device<double> sum(1); Device<float> plain(1);
      draw<<<1, 1>>>(out.at, sum.at, plain.at);
      SYNC();
      printf("%u %g %g\\n", *out.at, *sum.at, *plain.at);
    }
    """
    assert output(tmp_path, source, "-mathx-disable-fp64") == "5 101.5 1\n"


def test_launches_name_kernels_without_their_arguments_namespaces(tmp_path):
    source = CHECK + """
    namespace unary { struct Add { int by; }; template <int N, class F> __global__ void apply(int* p, F f) { *p += N * f.by; } }
    namespace binary {
    template <int N, class F> __global__ void apply(int* p, F f) { *p += 10 * N * f.by; }
    template <class F> void run(int* p, F f) { apply<2, F><<<1, 1>>>(p, f); }
    }
    int main() {
      Device<int> out(1);
      binary::run(out.at, unary::Add{3});
      SYNC();
      printf("%d\\n", *out.at);
    }
    """
    assert output(tmp_path, source) == "60\n"


def test_kernels_take_references(tmp_path):
    source = CHECK + """
    struct Random { int offset; };
    template <class T, class... Rest> __global__ void refs(T* out, const T& value, Random& state, Random&& moved, const Rest&... rest) {
      out[0] += value + moved.offset + (rest + ...);
      state.offset = out[0];
    }
    template <class F> __global__ void no_state(int* out, int n, const F& f) { if (threadIdx.x < n) out[1] = f(out); }
    int main() {
      Device<int> out(2); Device<Random> state(1);
      int value = 2;
      Random moved{3};
      refs<int><<<1, 1>>>(out.at, value, *state.at, static_cast<Random&&>(moved), 10, value);
      no_state<<<1, 1>>>(out.at, 1, [] __device__(int* at) { return *at + 1; });
      SYNC();
      printf("%d %d %d\\n", out.at[0], out.at[1], state.at->offset);
    }
    """
    assert output(tmp_path, source) == "17 18 17\n"


def test_a_header_that_one_side_includes_earlier(tmp_path):
    (tmp_path / "both.h").write_text(
        "#pragma once\n__host__ __device__ inline int twice(int x) { return 2 * x; }\nstruct Plain { int a; };\n"
    )
    source = CHECK + """
    #ifdef __MUSA_ARCH__
    #include "both.h"
    __device__ inline int more(int x) { return twice(x) + 1; }
    #endif
    struct Between { int b; };
    #include "both.h"
    #define UNROLL _Pragma("unroll")
    __global__ void k(int* p) {
      Plain plain = {0};
    #if defined(__MUSA_ARCH__) && __MUSA_ARCH__ > 100
      UNROLL
    #define COUNT 3
      for (int i = 0; i < COUNT; ++i) plain.a = more(plain.a);
    #endif
      *p = plain.a;
    }
    int main() { Device<int> out(1); k<<<1, 1>>>(out.at); SYNC(); printf("%d %d\\n", *out.at, twice(4)); }
    """
    assert output(tmp_path, source, "--offload-arch=mp_31") == "7 8\n"


def test_a_header_that_one_side_includes_earlier_and_that_asks_for_the_side(tmp_path):
    (tmp_path / "both.h").write_text("""#pragma once
    namespace compat {
    __host__ __device__ inline int twice(int x) { return 2 * x; }
    __host__ __device__ inline int side() {
    #ifdef __MUSA_ARCH__
      return 1;
    #else
      return 2;
    #endif
    }
    }
    """)
    source = CHECK + """
    #ifdef __MUSA_ARCH__
    #include "both.h"
    #endif
    struct Between { int b; };
    #include "both.h"
    __global__ void k(int* p) { *p = compat::twice(compat::side()); }
    int main() { Device<int> out(1); k<<<1, 1>>>(out.at); SYNC(); printf("%d %d\\n", *out.at, compat::side()); }
    """
    assert output(tmp_path, source, "--offload-arch=mp_31") == "2 2\n"
    later = source.replace("#ifdef", "#ifndef")
    assert output(tmp_path, later, "--offload-arch=mp_31") == "2 2\n"


def test_a_template_that_the_arguments_namespace_has(tmp_path):
    source = CHECK + """
    namespace native { namespace {
    template <int N> struct List { int at[N]; };
    template <int N, class T> __device__ T first(T* p, List<N>& list) { return *p + list.at[N - 1]; }
    } }
    namespace musa {
    template <int N> __global__ void k(int* p, native::List<N> list) { const auto sum{first<N>(p, list)}; *p = sum; }
    }
    int main() { Device<int> out(1, 2); musa::k<2><<<1, 1>>>(out.at, {1, 40}); SYNC(); printf("%d\\n", *out.at); }
    """
    assert output(tmp_path, source) == "42\n"


def test_attributes_tell_the_shared_memory_of_a_kernel(tmp_path):
    source = CHECK + """
    __global__ void array(int* p) {
      __shared__ int s[256];
      s[threadIdx.x] = p[threadIdx.x];
      __syncthreads();
      p[threadIdx.x] = s[255 - threadIdx.x];
    }
    template <class T, int N> __global__ void two(T* p) {
      __shared__ char flag, flags[2];
      __shared__ struct { T value[N]; } s;
      extern __shared__ T more[];
      s.value[threadIdx.x] = more[threadIdx.x] = flag = flags[1] = 1;
      __syncthreads();
      p[threadIdx.x] = s.value[N - 1 - threadIdx.x];
    }
    __global__ void none(int* p) { *p = 1; }
    template <class K> size_t shared(K kernel) {
      musaFuncAttributes attributes;
      musaFuncGetAttributes(&attributes, kernel);
      return attributes.sharedSizeBytes;
    }
    int main() {
      int blocks;
      musaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, two<double, 2000>, 32, 0);
      printf("%zu %zu %zu %zu %d\\n", shared(array), shared(two<float, 3>), shared(two<double, 2000>), shared(none), blocks);
      Device<float> out(3);
      two<float, 3><<<1, 3, 12>>>(out.at);
      SYNC();
      puts(out.at[2] == 1 ? "done" : "wrong");
    }
    """
    assert output(tmp_path, source) == "1024 16 16008 0 4\ndone\n"


def test_sequences_bring_the_counting_iterator(tmp_path):
    (tmp_path / "unit.mu").write_text("""
    #include <thrust/sequence.h>
    thrust::counting_iterator<long> from() { return thrust::counting_iterator<long>(0); }
    """)
    assert mcc("-fsyntax-only", "-c", "unit.mu", cwd=tmp_path).stderr == ""
