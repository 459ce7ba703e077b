"""Products of matrices under the names of MUSA's compiler, against what the host computes."""

import pytest
from support.mcc_tool import CHECK, mcc, mcc_fails, output, program, run

# Small numbers: all products and sums are exact. element(matrix, row, column) is what the host computes with; a layout
# says which element a lane's value is.
NUMBERS = CHECK + """
#include <musa_bf16.h>
#include <musa_fp16.h>
#include <musa_fp8.h>
__host__ __device__ int element(int matrix, int row, int column) { return (row * 7 + column * 3 + row * column % 5 + matrix) % 7 - 3; }
template <class T> __host__ __device__ T number(int value) { return T(float(value)); }
template <> __host__ __device__ int8_t number<int8_t>(int value) { return int8_t(value); }
template <> __host__ __device__ uint8_t number<uint8_t>(int value) { return uint8_t(value + 3); }
template <class T> __host__ __device__ int plus() { return std::is_same_v<T, uint8_t> ? 3 : 0; }
template <class A, class B> __host__ __device__ int product(int row, int column, int depth) {
  int sum = element(2, row, column);
  for (int k = 0; k < depth; ++k) sum += (element(0, row, k) + plus<A>()) * (element(1, k, column) + plus<B>());
  return sum;
}
struct Place { int row, column; };
"""

# As mutlass describes the matrices of 128 lanes, written out.
OF_128_LANES = NUMBERS + """
template <class T> __device__ Place in_rows(int lane, int i) {
  constexpr int word = 4 / sizeof(T);
  return {lane / 4 % 16 + i / word * 16, lane % 4 * word + lane / 64 * 4 * word + i % word};
}
template <class T, int K> __device__ Place in_columns(int lane, int i) {
  constexpr int word = 4 / sizeof(T);
  constexpr int lanes = 16 / word;
  return {lane % lanes * word + i % word + i / word * 16, lane / lanes};
}
__device__ Place in_sum(int lane, int i) {
  return {lane / 8 % 4 + i / 2 * 8 + lane / 64 * 4, lane % 8 + lane / 32 % 2 * 8 + i % 2 * 16};
}
template <class T, class Sum, int K, int kOrder, class Multiply> __device__ void test(int* wrong, Multiply multiply) {
  const int lane = threadIdx.x % 128;
  constexpr int kHeld = 32 * K / 128;
  T a[kHeld], b[kHeld]; Sum d[8];
  for (int i = 0; i < kHeld; ++i) {
    const Place left = kOrder & 2 ? in_columns<T, K>(lane, i) : in_rows<T>(lane, i);
    const Place right = kOrder & 1 ? in_rows<T>(lane, i) : in_columns<T, K>(lane, i);
    a[i] = number<T>(element(0, left.row, left.column)); b[i] = number<T>(element(1, right.column, right.row));
  }
  for (int i = 0; i < 8; ++i) d[i] = Sum(element(2, in_sum(lane, i).row, in_sum(lane, i).column));
  multiply((int*)d, (const int*)a, (const int*)b);
  for (int i = 0; i < 8; ++i)
    if (d[i] != Sum(product<T, T>(in_sum(lane, i).row, in_sum(lane, i).column, K))) atomicAdd(wrong, 1);
}
#define ORDER(T, Sum, K, name, order) \\
  test<T, Sum, K, order>(wrong, [](int* d, const int* a, const int* b) { name(d, a, b, d, 0, 0, 0, 0, 1, order); });
#define ORDERS(T, Sum, K, name) ORDER(T, Sum, K, name, 0) ORDER(T, Sum, K, name, 1) ORDER(T, Sum, K, name, 2) ORDER(T, Sum, K, name, 3)
__global__ void all(int* wrong) {
  ORDERS(__half, float, 16, __musa_fmma_m32n32k16_mma)
  ORDERS(__mt_bfloat16, float, 16, __musa_bfmma_m32n32k16_mma)
  ORDERS(float, float, 8, __musa_tfmma_m32n32k8_mma)
  ORDERS(int8_t, int, 32, __musa_imma_m32n32k32_mma)
}
int main() {
  Device<int> wrong(1); all<<<2, 256>>>(wrong.at);
  printf("%s %d\\n", musaGetErrorString(musaDeviceSynchronize()), wrong.at[0]);
}
"""

# Those of 32 lanes, whose operands both generations hold in one way.
OF_32_LANES = NUMBERS + """
template <class T> __device__ Place in_rows(int rows, int depth, int lane, int i) {
  constexpr int word = 4 / sizeof(T);
  const int along = i / word % (depth / (4 * word)), down = i / word / (depth / (4 * word));
  return {lane / 4 + 8 * down, lane % 4 * word + i % word + along * 4 * word};
}
template <class T> __device__ Place in_columns(int rows, int depth, int lane, int i) {
  constexpr int word = 4 / sizeof(T);
  constexpr int lanes = 8 / word;
  return {lane % lanes * word + i % word + i / word % (rows / 8) * 8, lane / lanes + i / word / (rows / 8) * 4 * word};
}
template <int M, int N> __device__ Place sum_by_columns(int lane, int i) { return {lane % 8 + i % (M / 8) * 8, lane / 8 + i / (M / 8) * 4}; }
template <int M, int N> __device__ Place sum_by_rows(int lane, int i) { return {lane / 8 + i / (N / 8) * 4, lane % 8 + i % (N / 8) * 8}; }
template <class A, class B, class Sum, int M, int N, int K, int kOrder, class Multiply, class Places>
__device__ void test(int* wrong, Multiply multiply, Places places) {
  const int lane = threadIdx.x % 32;
  alignas(4) A a[M * K / 32]; alignas(4) B b[N * K / 32]; Sum d[M * N / 32];
  for (int i = 0; i < M * K / 32; ++i) {
    const Place at = kOrder & 2 ? in_columns<A>(M, K, lane, i) : in_rows<A>(M, K, lane, i);
    a[i] = number<A>(element(0, at.row, at.column));
  }
  for (int i = 0; i < N * K / 32; ++i) {
    const Place at = kOrder & 1 ? in_rows<B>(N, K, lane, i) : in_columns<B>(N, K, lane, i);
    b[i] = number<B>(element(1, at.column, at.row));
  }
  for (int i = 0; i < M * N / 32; ++i) d[i] = Sum(element(2, places(lane, i).row, places(lane, i).column));
  multiply((int*)d, (const int*)a, (const int*)b);
  for (int i = 0; i < M * N / 32; ++i)
    if (d[i] != Sum(product<A, B>(places(lane, i).row, places(lane, i).column, K))) atomicAdd(wrong, 1);
}
#define ORDERS(...) ORDER(0, __VA_ARGS__) ORDER(1, __VA_ARGS__) ORDER(2, __VA_ARGS__) ORDER(3, __VA_ARGS__)
"""

OF_22 = OF_32_LANES + """
#define ORDER(order, T, M, N, name, mode) \\
  test<T, T, float, M, N, 16, order>(wrong, [](int* d, const int* a, const int* b) { name(d, a, b, d, 0, 0, 0, 0, mode, order); }, sum_by_columns<M, N>);
__global__ void all(int* wrong) {
  ORDERS(__half, 16, 16, __musa_fmma_m16n16k16_mma, 1)
  ORDERS(__mt_bfloat16, 16, 16, __musa_bfmma_m16n16k16_mma, 0)
  ORDERS(__half, 8, 32, __musa_fmma_m8n32k16_mma, 1)
  ORDERS(__mt_bfloat16, 8, 32, __musa_bfmma_m8n32k16_mma, 0)
}
int main() {
  Device<int> wrong(1); all<<<2, 128>>>(wrong.at);
  printf("%s %d\\n", musaGetErrorString(musaDeviceSynchronize()), wrong.at[0]);
}
"""

OF_31 = OF_32_LANES + """
#define ORDER(order, A, B, Sum, M, N, K, mode, type) \\
  test<A, B, Sum, M, N, K, order>(wrong, [](int* d, const int* a, const int* b) { \\
    __musa_wmma_m##M##n##N##k##K##_mma(d, a, b, d, 0, 0, 0, 0, mode, order, type); }, sum_by_rows<M, N>);
__global__ void all(int* wrong) {
  ORDERS(__half, __half, float, 16, 8, 8, 0, 2)
  ORDERS(__half, __half, float, 16, 8, 16, 0, 2)
  ORDERS(__mt_bfloat16, __mt_bfloat16, float, 8, 16, 16, 0, 3)
  ORDERS(__mt_bfloat16, __mt_bfloat16, float, 16, 16, 32, 0, 3)
  ORDERS(float, float, float, 16, 8, 4, 0, 4)
  ORDERS(float, float, float, 16, 16, 16, 0, 4)
  ORDERS(int8_t, int8_t, int, 16, 8, 16, 1, 1)
  ORDERS(uint8_t, uint8_t, int, 16, 16, 64, 0, 0)
  ORDERS(__mt_fp8_e4m3, __mt_fp8_e4m3, float, 16, 16, 32, 0, 5)
  ORDERS(__mt_fp8_e5m2, __mt_fp8_e5m2, float, 16, 8, 16, 0, 6)
  ORDERS(__mt_fp8_e4m3, __mt_fp8_e5m2, float, 8, 16, 16, 0, 11)
  ORDERS(__half, int8_t, float, 16, 8, 16, 0, 8)
  ORDERS(int8_t, __mt_bfloat16, float, 16, 16, 16, 0, 16)
}
int main() {
  Device<int> wrong(1); all<<<2, 64>>>(wrong.at);
  printf("%s %d\\n", musaGetErrorString(musaDeviceSynchronize()), wrong.at[0]);
}
"""


@pytest.mark.parametrize(
    "model, source", [("S4000", OF_128_LANES), ("S4000", OF_22), ("S5000", OF_31)]
)
def test_lanes_multiply_the_matrices_that_they_hold(tmp_path, monkeypatch, model, source):
    monkeypatch.setenv("MUSASIM_MODEL", model)
    assert output(tmp_path, source) == "no error 0\n"


def test_an_operand_that_nobody_explains_ends_the_kernel(tmp_path, monkeypatch):
    source = CHECK + """
    __global__ void all(int* p, int mode) { __musa_fmma_m16n16k16_mma(p, p, p, p, 0, 0, 0, 0, mode, 0); }
    int main() { Device<int> p(64); all<<<1, 32>>>(p.at, 0); puts(musaGetErrorString(musaDeviceSynchronize())); }
    """
    monkeypatch.setenv("MUSASIM_MODEL", "S5000")
    done = run(program(tmp_path, source), cwd=tmp_path)
    assert done.stdout == "unspecified launch failure\n"
    assert "__musa_fmma_m16n16k16_mma: no public source says" in done.stderr


def test_matrices_of_128_lanes_need_a_warp_of_them(tmp_path, monkeypatch):
    source = CHECK + """
    __global__ void all(int* p) { __musa_fmma_m32n32k16_mma(p, p, p, p, 0, 0, 0, 0, 1, 0); }
    int main() { Device<int> p(64); all<<<1, 128>>>(p.at); puts(musaGetErrorString(musaDeviceSynchronize())); }
    """
    monkeypatch.setenv("MUSASIM_MODEL", "S5000")
    done = run(program(tmp_path, source), cwd=tmp_path)
    assert done.stdout == "unspecified launch failure\n"
    assert "__musa_fmma_m32n32k16_mma: this device has warps of 32 lanes" in done.stderr


@pytest.mark.parametrize(
    "name, call",
    [
        ("__mt_shfl_idx_sync_i32", "p[0] = __mt_shfl_idx_sync_i32(~0u, p[0], 1, 31, &b, p);"),
        ("__musa_tme_ld_im2col_3d", "__musa_tme_ld_im2col_3d(1, p);"),
    ],
)
def test_a_name_that_nobody_explains_is_an_error_that_names_it(tmp_path, name, call):
    source = """
    extern "C" __device__ int __mt_shfl_idx_sync_i32(unsigned, int, int, int, bool*, int*);
    template <class T> __device__ void unused(T* t) { __musa_tme_ld_im2col_3d(1, t); __musa_tme_ld_im2col_4d(1, 2); }
    __global__ void kernel(int* p) { bool b = p[0] == 1; p[0] = b; %s }
    """
    (tmp_path / "a.mu").write_text(source % "")
    assert mcc("-c", "a.mu", cwd=tmp_path).returncode == 0
    (tmp_path / "a.mu").write_text(source % call)
    lines = mcc_fails("-c", "a.mu", cwd=tmp_path).splitlines()
    errors = [line for line in lines if "error:" in line]
    message = f"mcc: {name} is not supported: what its operands mean is not public"
    assert errors and all(message in line for line in errors)
