"""What code for NVIDIA's GPUs counts on, beyond the language."""

import pytest
from support.mcc_tool import mcc, mcc_fails, output, run

PRELUDE = """
#include <cstdio>
#include <musa_runtime.h>
"""


@pytest.mark.parametrize("count", [16, 4])
@pytest.mark.parametrize("level", ["-O0", "-O2"])
def test_what_an_inlined_function_returns_may_point_into_it(tmp_path, level, count):
    source = PRELUDE + """
    struct Numbers { short at[N]; };
    struct View { short* p; };
    __forceinline__ __device__ View rounded(const float* from) {
      Numbers numbers;
      for (int i = 0; i < N; ++i) numbers.at[i] = short(from[i]);
      return View{reinterpret_cast<short*>(&numbers)};
    }
    __global__ void k(short* out) {
      __shared__ short shared[N * 32];
      float own[N];
      for (int i = 0; i < N; ++i) own[i] = 100 * i + threadIdx.x;
      const View view = rounded(own);
      for (int i = 0; i < N; ++i) shared[threadIdx.x * N + i] = view.p[i];
      __syncthreads();
      for (int i = 0; i < N; ++i) out[threadIdx.x * N + i] = shared[(threadIdx.x ^ 1) * N + i];
    }
    int main() {
      short* out; musaMallocManaged(&out, 64 * N); k<<<1, 32>>>(out); musaDeviceSynchronize();
      int wrong = 0;
      for (int t = 0; t < 32; ++t) for (int i = 0; i < N; ++i) wrong += out[t * N + i] != 100 * i + (t ^ 1);
      printf("%d wrong\\n", wrong);
    }
    """
    assert output(tmp_path, source, level, "-w", f"-DN={count}") == "0 wrong\n"


@pytest.mark.parametrize("level", ["-O0", "-O2"])
def test_an_inlined_function_returns_the_address_of_its_variable(tmp_path, level):
    source = PRELUDE + """
    __forceinline__ __device__ int* local(int x) { int y = 2 * x; return &y; }
    __forceinline__ __device__ int* parameter(int x) { x += 1; return &x; }
    __device__ int counter;
    __device__ int add(int n) { return atomicAdd(&counter, n); }
    __global__ void k(int* out) {
      const int* first = local(21);
      out[0] = *first;
      const int* second = parameter(6);
      out[1] = *second;
      add(3);
      out[2] = add(0);
    }
    int main() {
      int* out; musaMallocManaged(&out, 12); k<<<1, 1>>>(out);
      printf("%d ", musaDeviceSynchronize());
      printf("%d %d %d\\n", out[0], out[1], out[2]);
    }
    """
    assert output(tmp_path, source, level, "-w") == "0 42 7 3\n"


def test_members_of_an_unnamed_union_of_one_side(tmp_path):
    source = PRELUDE + """
    struct Wide {
      union {
        struct { unsigned low, high; } parts;
    #if !defined(__MUSA_ARCH__)
        unsigned long long whole;
    #endif
      };
    };
    __global__ void k(Wide* wide) { wide->parts.high = 2; }
    int main() {
      Wide* wide; musaMallocManaged(&wide, sizeof(Wide)); wide->whole = 1; k<<<1, 1>>>(wide); musaDeviceSynchronize();
      printf("%llx\\n", wide->whole);
    }
    """
    assert output(tmp_path, source) == "200000001\n"


def test_names_of_the_second_interface_of_mublas(tmp_path):
    source = PRELUDE + """
    #include <mublas_v2.h>
    int main() {
      float* x; musaMallocManaged(&x, 8); x[0] = 1; x[1] = 2;
      mublasHandle_t handle; const float alpha = 3;
      const bool done = mublasCreate_v2(&handle) == MUBLAS_STATUS_SUCCESS && mublasSscal_v2(handle, 2, &alpha, x, 1) == MUBLAS_STATUS_SUCCESS;
      musaDeviceSynchronize();
      printf("%d %g %g\\n", done, x[0], x[1]);
      return mublasDestroy_v2(handle);
    }
    """
    assert output(tmp_path, source, "-Wl,--no-as-needed", "-lmublas") == "1 3 6\n"


def test_products_of_bits_are_declared_and_end_the_kernel(tmp_path):
    source = PRELUDE + """
    #include <mma.h>
    using namespace mtmusa::wmma;
    __device__ void multiply(int* d, const int* a) {
      using A = fragment<matrix_a, 8, 8, 128, experimental::precision::b1, row_major>;
      using B = fragment<matrix_b, 8, 8, 128, experimental::precision::b1, col_major>;
      using C = fragment<accumulator, 8, 8, 128, int>;
      bmma_sync(*(C*)d, *(const A*)a, *(const B*)a, *(const C*)d, experimental::bmmaBitOpXOR);
    }
    __global__ void k(int* d) { multiply(d, d); }
    int main() {
      int* d; musaMallocManaged(&d, 1024); k<<<1, 32>>>(d);
      printf("%s\\n", musaGetErrorName(musaDeviceSynchronize()));
    }
    """
    found = output(tmp_path, source)
    assert found.startswith("bmma_sync: no matrix unit of MUSA multiplies bits\n")
    assert found.splitlines()[-1].startswith("musaError")


CLUSTER = """
template <int N> __global__ __cluster_dims__(N, 1, 1) void sized(int* x) { *x += 1; }
__global__ void __cluster_dims__(1) small(int* x) { *x += 2; }
"""


def test_clusters_of_one_block_are_launched(tmp_path):
    source = PRELUDE + CLUSTER + """
    int main() {
      int* x; musaMallocManaged(&x, 4); *x = 0; sized<1><<<1, 1>>>(x); small<<<1, 1>>>(x); musaDeviceSynchronize();
      printf("%d\\n", *x);
    }
    """
    assert output(tmp_path, source) == "3\n"


@pytest.mark.parametrize(
    "code",
    [
        "__cluster_dims__(2, 1, 1) __global__ void k() {}",
        "void f(int* x) { sized<4><<<1, 1>>>(x); }",
    ],
)
def test_a_larger_cluster_is_an_error(tmp_path, code):
    (tmp_path / "cluster.mu").write_text(CLUSTER + code)
    error = mcc_fails("-c", "cluster.mu", cwd=tmp_path)
    assert "MUSA GPUs have no clusters of several blocks (__cluster_dims__)" in error
    assert "cluster.mu:" in error


@pytest.mark.parametrize("order", ["a.mu b.mu main.mu", "main.mu b.mu a.mu"])
def test_shared_memory_of_a_kernel_in_two_sources_counts_once(tmp_path, order):
    (tmp_path / "kernel.muh").write_text(PRELUDE + """
    template <int N> __global__ void both(int* p) {
      __shared__ int first[N];
      __shared__ char second;
      first[threadIdx.x] = second = p[threadIdx.x];
      __syncthreads();
      p[threadIdx.x] = first[N - 1 - threadIdx.x];
    }
    template <class K> size_t shared(K kernel) {
      musaFuncAttributes attributes;
      musaFuncGetAttributes(&attributes, kernel);
      return attributes.sharedSizeBytes;
    }
    """)
    asking = '#include "kernel.muh"\nsize_t %s() { return shared(both<256>); }\n'
    own = "__global__ void own(int* p) { __shared__ int s[3], t; s[1] = t = *p; *p = s[1] + t; }\n"
    (tmp_path / "a.mu").write_text(asking % "in_a")
    (tmp_path / "b.mu").write_text(
        own + asking % "in_b" + "size_t of_own() { return shared(own); }"
    )
    (tmp_path / "main.mu").write_text(PRELUDE + """
    size_t in_a(); size_t in_b(); size_t of_own();
    int main() { printf("%zu %zu %zu\\n", in_a(), in_b(), of_own()); }
    """)
    done = mcc(*order.split(), "-o", "program", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert run(tmp_path / "program").stdout == "1025 1025 16\n"


def test_a_kernel_may_have_a_name_of_a_header_that_is_not_included(tmp_path):
    source = PRELUDE + """
    __global__ void half(float* p) { *p /= 2; }
    int main() {
      float* p; musaMallocManaged(&p, 4); *p = 3;
      half<<<1, 1>>>(p); musaDeviceSynchronize();
      printf("%g\\n", *p);
    }
    """
    assert output(tmp_path, source) == "1.5\n"
