"""mma.h: matrix fragments of a warp, against products that the host computes."""

import pytest
from support.mcc_tool import CHECK, mcc, output

PROGRAM = CHECK + """
#include <mma.h>
#include <musa_bf16.h>
#include <musa_fp16.h>
namespace wmma = mtmusa::wmma;

// Small integers in steps of 1/4: every sum is exact, also in half precision.
template <class T> __host__ __device__ T value(int i) { return T(float((i * 7 + i / 5) % 9 - 4) / (sizeof(T) == 1 ? 1 : 4)); }

template <int M, int N, int K, class T, class Stored, class Sum, class ALayout, class BLayout>
__global__ void multiply(const Stored* a, const Stored* b, const Sum* c, Sum* d, int lda, int ldb, int ldd, wmma::layout_t layout) {
  wmma::fragment<wmma::matrix_a, M, N, K, T, ALayout> left;
  wmma::fragment<wmma::matrix_b, M, N, K, T, BLayout> right;
  wmma::fragment<wmma::accumulator, M, N, K, Sum> sum;
  wmma::load_matrix_sync(left, a, lda);
  wmma::load_matrix_sync(right, b, ldb);
  wmma::load_matrix_sync(sum, c, ldd, layout);
  for (int i = 0; i < sum.num_elements; ++i) sum.x[i] = sum.x[i] + sum.x[i];
  wmma::mma_sync(sum, left, right, sum);
  __shared__ Sum shared[M * N];
  wmma::store_matrix_sync(shared, sum, layout == wmma::mem_row_major ? N : M, layout);
  wmma::load_matrix_sync(sum, shared, layout == wmma::mem_row_major ? N : M, layout);
  wmma::store_matrix_sync(d, sum, ldd, layout);
}

template <int M, int N, int K, class T, class Stored, class Sum, class ALayout, class BLayout>
void compare(const char* name) {
  const bool a_rows = std::is_same_v<ALayout, wmma::row_major>, b_rows = std::is_same_v<BLayout, wmma::row_major>;
  const bool rows = a_rows;
  const int lda = (a_rows ? K : M) + 8, ldb = (b_rows ? N : K) + 16, ldd = (rows ? N : M) + 4;
  Stored *a, *b; Sum *c, *d;
  musaMallocManaged(&a, sizeof(Stored) * 64 * 64); musaMallocManaged(&b, sizeof(Stored) * 64 * 64);
  musaMallocManaged(&c, sizeof(Sum) * 64 * 64); musaMallocManaged(&d, sizeof(Sum) * 64 * 64);
  for (int i = 0; i < 64 * 64; ++i) { a[i] = value<Stored>(i); b[i] = value<Stored>(i + 3); c[i] = value<Sum>(i + 1); d[i] = Sum(0.0f); }
  multiply<M, N, K, T, Stored, Sum, ALayout, BLayout><<<1, 32>>>(a, b, c, d, lda, ldb, ldd, rows ? wmma::mem_row_major : wmma::mem_col_major);
  if (musaDeviceSynchronize() != musaSuccess) printf("%s\\n", musaGetErrorString(musaGetLastError()));
  int wrong = 0;
  for (int i = 0; i < M; ++i) for (int j = 0; j < N; ++j) {
    double sum = 2 * double(float(c[rows ? i * ldd + j : j * ldd + i]));
    for (int k = 0; k < K; ++k) sum += double(float(a[a_rows ? i * lda + k : k * lda + i])) * double(float(b[b_rows ? k * ldb + j : j * ldb + k]));
    wrong += double(float(d[rows ? i * ldd + j : j * ldd + i])) != sum;
  }
  printf("%s %dx%dx%d: %d wrong\\n", name, M, N, K, wrong);
}

template <int M, int N, int K, class T, class Stored, class Sum> void layouts(const char* name) {
  compare<M, N, K, T, Stored, Sum, wmma::row_major, wmma::row_major>(name);
  compare<M, N, K, T, Stored, Sum, wmma::row_major, wmma::col_major>(name);
  compare<M, N, K, T, Stored, Sum, wmma::col_major, wmma::row_major>(name);
}

__global__ void special(float* out) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, __half> c, d;
  wmma::fill_fragment(a, __float2half(200.0f));
  wmma::fill_fragment(b, __float2half(200.0f));
  wmma::fill_fragment(c, __float2half(0.0f));
  wmma::mma_sync(d, a, b, c);
  if (threadIdx.x == 0) out[0] = __half2float(d.x[0]);
  wmma::mma_sync(d, a, b, c, true);
  if (threadIdx.x == 0) out[1] = __half2float(d.x[0]);
  wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> e;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> f;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> g;
  wmma::fill_fragment(e, -128); wmma::fill_fragment(f, 127); wmma::fill_fragment(g, -2147483647);
  wmma::mma_sync(g, e, f, g, true);
  if (threadIdx.x == 0) out[2] = float(g.x[0]);
  // tf32 has ten bits of fraction: the rest of an operand is not read, unless it was rounded before.
  wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> h;
  wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::col_major> i;
  wmma::fragment<wmma::accumulator, 16, 16, 8, float> j;
  const float odd = 1.0f + 0x1.8p-11f;
  wmma::fill_fragment(h, odd); wmma::fill_fragment(i, 1.0f); wmma::fill_fragment(j, 0.0f);
  wmma::mma_sync(j, h, i, j);
  if (threadIdx.x == 0) out[3] = j.x[0];
  for (auto& x : h.x) x = wmma::__float_to_tf32(x);
  wmma::fill_fragment(j, 0.0f);
  wmma::mma_sync(j, h, i, j);
  if (threadIdx.x == 0) out[4] = j.x[0];
}

int main() {
  layouts<16, 16, 16, __half, __half, float>("half");
  layouts<32, 8, 16, __half, __half, __half>("half to half");
  layouts<8, 32, 16, __mt_bfloat16, __mt_bfloat16, float>("bfloat16");
  layouts<32, 32, 16, __mt_bfloat16, __mt_bfloat16, float>("bfloat16");
  layouts<16, 16, 8, wmma::precision::tf32, float, float>("tf32");
  layouts<8, 8, 4, double, double, double>("double");
  layouts<16, 16, 16, signed char, signed char, int>("int8");
  layouts<32, 32, 32, unsigned char, unsigned char, int>("uint8");
  float* out;
  musaMallocManaged(&out, 5 * sizeof(float));
  special<<<1, 32>>>(out);
  if (musaDeviceSynchronize() != musaSuccess) printf("%s\\n", musaGetErrorString(musaGetLastError()));
  printf("%g %g %g %a %a\\n", out[0], out[1], out[2], out[3], out[4]);
}
"""
SHAPES = [
    ("half", "16x16x16"),
    ("half to half", "32x8x16"),
    ("bfloat16", "8x32x16"),
    ("bfloat16", "32x32x16"),
    ("tf32", "16x16x8"),
    ("double", "8x8x4"),
    ("int8", "16x16x16"),
    ("uint8", "32x32x32"),
]


@pytest.mark.parametrize("model", ["S5000", "S4000"])
def test_products_are_those_of_the_host(tmp_path, model):
    lines = output(tmp_path, PROGRAM, env={"MUSASIM_MODEL": model}).splitlines()
    assert lines[:-1] == [f"{name} {shape}: 0 wrong" for name, shape in SHAPES for _ in range(3)]
    # Overflow, saturation of both kinds, truncated and rounded tf32.
    assert lines[-1] == "inf 65504 -2.14748e+09 0x1p+3 0x1.004p+3"


def test_shape_without_a_matrix_unit_is_an_error(tmp_path):
    source = """
    #include <mma.h>
    __global__ void k() { mtmusa::wmma::fragment<mtmusa::wmma::matrix_a, 4, 4, 4, __half, mtmusa::wmma::row_major> a; (void)a; }
    """
    (tmp_path / "a.mu").write_text(source)
    done = mcc("-c", "a.mu", "-o", "a.o", cwd=tmp_path)
    assert "wmma: no matrix unit multiplies this type in this shape" in done.stderr
