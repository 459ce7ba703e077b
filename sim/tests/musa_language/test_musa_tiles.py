"""Matrices and tiles of tensors in shared memory: MUSA's products by squads and its copy engine."""

from support.mcc_tool import CHECK, mcc, output, run
from test_musa_matrix import NUMBERS

# A tile goes from a tensor to shared memory, swizzled; squads multiply what lies there; the result goes back.
OF_SQUADS = NUMBERS + """
#include <musa.h>
#include <initializer_list>
template <int M, int N> __device__ Place of_squad(int thread, int i) { return {thread / 8 + i / (N / 8) * 16, thread % 8 + i % (N / 8) * 8}; }
__device__ int description(const void* at, int pitch, int pieces) {
  int code = 1;
  while ((4 << code) != pitch) ++code;
  return int(unsigned(__cvta_generic_to_shared(at)) & 0x3ffffu) | code << 18 | pieces << 21;
}
// Both matrices in lines of 256 bytes or of `pitch`; what swizzled addresses are is written out.
__device__ char* swizzled(char* at, int pieces) {
  const unsigned long address = (unsigned long)at;
  const int bits = 5 - pieces;
  return pieces == 0 ? at : (char*)(address ^ ((address >> 8 & ((1 << bits) - 1)) << (3 + pieces)));
}
template <class T, int M, int N, int K, class Sum, class Multiply>
__device__ void test(int* wrong, bool a_by_columns, bool b_by_columns, int pieces, bool clear, Multiply multiply) {
  extern __shared__ __align__(4096) char shared[];
  const int size = sizeof(T), squad = threadIdx.x / 128;
  char* const a = shared + squad * 65536; char* const b = a + 32768;
  const int a_pitch = a_by_columns ? (M * size < 8 ? 8 : M * size) : 256, b_pitch = 256;
  for (int i = threadIdx.x % 128; i < M * K; i += 128) {
    const int m = i / K, k = i % K;
    *(T*)swizzled(a + (a_by_columns ? k * a_pitch + m * size : m * a_pitch + k * size), pieces) = number<T>(element(0, m, k));
  }
  for (int i = threadIdx.x % 128; i < N * K; i += 128) {
    const int n = i / K, k = i % K;
    *(T*)swizzled(b + (b_by_columns ? n * b_pitch + k * size : k * b_pitch + n * size), pieces) = number<T>(element(1, k, n));
  }
  Sum d[M * N / 128];
  for (int i = 0; i < M * N / 128; ++i) { const Place at = of_squad<M, N>(threadIdx.x % 128, i); d[i] = clear ? Sum(77) : Sum(element(2, at.row, at.column)); }
  __syncthreads();
  const int left = description(a, a_pitch, pieces), right = description(b, b_pitch, pieces);
  multiply((int*)d, &left, &right, a_by_columns, b_by_columns, clear);
  __musa_tce_commit_group(); __musa_tce_wait_group(0); __musa_sqmma_wait();
  for (int i = 0; i < M * N / 128; ++i) {
    const Place at = of_squad<M, N>(threadIdx.x % 128, i);
    const int expected = product<T, T>(at.row, at.column, K) - (clear ? element(2, at.row, at.column) : 0);
    if (d[i] != Sum(expected)) atomicAdd(wrong, 1);
  }
  __syncthreads();
}
#define TEST(T, Sum, M, N, K, type, a_columns, b_columns, pieces, clear) \\
  test<T, M, N, K, Sum>(wrong, a_columns, b_columns, pieces, clear, [](int* d, const int* a, const int* b, int ac, int bc, int zero) { \\
    __musa_sqmma_m##M##n##N##_mma(d, a, b, d, ac, bc, 0, 0, zero, 0, K, type); });
__global__ void squads(int* wrong) {
  TEST(__half, float, 16, 64, 16, 2, 0, 1, 1, false)
  TEST(__half, float, 32, 32, 64, 2, 0, 0, 2, true)
  TEST(__mt_bfloat16, float, 128, 64, 32, 3, 1, 1, 2, false)
  TEST(__mt_bfloat16, float, 64, 128, 16, 3, 0, 0, 0, false)
  TEST(float, float, 64, 16, 8, 4, 1, 1, 3, false)
  TEST(int8_t, int, 32, 128, 64, 1, 0, 1, 1, true)
  TEST(uint8_t, int, 64, 32, 128, 0, 0, 1, 1, false)
  TEST(__mt_fp8_e4m3, float, 128, 128, 64, 5, 1, 0, 1, false)
  TEST(__mt_fp8_e5m2, float, 64, 64, 32, 6, 0, 1, 0, true)
}
// The squad's factors may be taken negative.
__global__ void negative(float* out) {
  __shared__ alignas(4096) __half shared[2][16 * 64];
  for (int i = threadIdx.x; i < 2 * 16 * 64; i += 128) shared[0][i] = __float2half(1.0f);
  __syncthreads();
  const int a = description(shared[0], 64, 0), b = description(shared[1], 32, 0);
  float d[8] = {};
  __musa_sqmma_m16n64_mma(d, &a, &b, d, 0, 1, 1, 0, 1, 0, 16, 2);
  out[threadIdx.x] = d[0] + d[7];
}
int main() {
  Device<int> wrong(1); Device<float> out(128);
  musaFuncSetAttribute(squads, musaFuncAttributeMaxDynamicSharedMemorySize, 131072);
  squads<<<2, 256, 131072>>>(wrong.at); SYNC();
  negative<<<1, 128>>>(out.at); SYNC();
  printf("%d %g %g\\n", wrong.at[0], out.at[0], out.at[127]);
}
"""


def test_squads_multiply_matrices_in_shared_memory(tmp_path, monkeypatch):
    monkeypatch.setenv("MUSASIM_MODEL", "S5000")
    assert output(tmp_path, OF_SQUADS) == "0 -32 -32\n"


TILES = CHECK + """
#include <musa.h>
using Two = int __attribute__((vector_size(8)));
using Four = int __attribute__((vector_size(16)));
// As programs pass it: 32 bits, of which a pointer is made again.
__device__ void* short_address(void* at) { return (void*)(unsigned long)(unsigned)__cvta_generic_to_shared(at); }
__global__ void tiles(MUtensorDescriptor in, MUtensorDescriptor back, const short* line, short* out, short* line_back) {
  extern __shared__ __align__(4096) short tile[];
  __shared__ alignas(128) short apart[64];
  const unsigned long long description = (unsigned long long)&in;
  if (threadIdx.x == 0) {
    __musa_async_init_arrival(1, 1, 0);
    __musa_prefetch_only(&in); __musa_tme_tile_prefetch_only_2d(description, Two{8, 4}, Two{0, 0});
    __musa_async_add_trans(1, 64 * 4 * 2 + 64);
    // 64 x 4 elements, of which the first two columns and the last row are outside of the tensor.
    __musa_tme_ld_tile_2d(1, short_address(tile), description, Two{64, 4}, Two{-2, 5}, 1, 3, 1, 128);
    __musa_tme_ld_blk(short_address(apart), line, 64, 1, 0, 3, 1, 128, 0, 0, 0);
    __musa_async_arrive(1);
  }
  __musa_async_wait(1, 0);
  for (int i = threadIdx.x; i < 64 * 4; i += blockDim.x) {
    unsigned long at = (unsigned long)(tile + i);
    out[i] = *(short*)(at ^ (at >> 8 & 15) << 4);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    __musa_tme_st_2d(tile, (unsigned long long)&back, Two{64, 4}, Two{-2, 5}, 1, 3, 1, 0, 0, 1);
    __musa_tme_st_blk(apart, line_back, 64, 0, 3, 1);
    __musa_tme_store_commit(); __musa_tme_store_read_wait(); __musa_tme_idf_l2();
  }
}
__global__ void box(MUtensorDescriptor in, int* out) {
  __shared__ alignas(128) int part[16];
  if (threadIdx.x == 0) __musa_async_init_arrival(2, 1, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    __musa_async_add_trans(2, 64); __musa_async_arrive(2);
    __musa_tme_ld_tile_4d(2, part, (unsigned long long)&in, Four{4, 2, 2, 1}, Four{1, 1, 2, 1}, 0, 3, 1, 0, 0, 0, 0);
  }
  __musa_async_wait(2, 1);
  if (threadIdx.x < 16) out[threadIdx.x] = part[threadIdx.x];
}
__global__ void not_described(MUtensorDescriptor in) {
  __shared__ alignas(128) int part[16];
  __musa_tme_ld_tile_1d(1, part, (unsigned long long)&in, 16, 0, 0, 3, 1, 0);
}
int main() {
  Device<short> in(64 * 8), back(64 * 8), line(32, 5), out(64 * 4), line_back(32);
  for (int i = 0; i < 64 * 8; ++i) in.at[i] = i + 1;
  const muuint64_t sizes[] = {64, 8}, strides[] = {128};
  MUtensorDescriptor from, to, cube, none = {};
  muTensorDescriptorEncode(&from, MU_TENSOR_DESCRIPTOR_DATA_TYPE_INT16, 2, in.at, sizes, strides, MU_TENSOR_DESCRIPTOR_INTERLEAVE_NONE, 9);
  muTensorDescriptorEncode(&to, MU_TENSOR_DESCRIPTOR_DATA_TYPE_INT16, 2, back.at, sizes, strides, MU_TENSOR_DESCRIPTOR_INTERLEAVE_NONE, 0);
  tiles<<<1, 64, 1024>>>(from, to, line.at, out.at, line_back.at); SYNC();
  int wrong = 0;
  for (int row = 0; row < 4; ++row) for (int column = 0; column < 64; ++column) {
    const bool inside = column >= 2 && row < 3;
    wrong += out.at[row * 64 + column] != (inside ? in.at[(row + 5) * 64 + column - 2] : 9);
  }
  for (int row = 0; row < 8; ++row) for (int column = 0; column < 64; ++column) {
    const bool inside = row >= 5 && column < 62;
    wrong += back.at[row * 64 + column] != (inside ? in.at[row * 64 + column] : 0);
  }
  for (int i = 0; i < 32; ++i) wrong += line_back.at[i] != 5;
  Device<int> numbers(8 * 4 * 4 * 2), picked(16);
  for (int i = 0; i < numbers.n; ++i) numbers.at[i] = i;
  const muuint64_t box_sizes[] = {8, 4, 4, 2}, box_strides[] = {32, 128, 512};
  muTensorDescriptorEncode(&cube, MU_TENSOR_DESCRIPTOR_DATA_TYPE_INT32, 4, numbers.at, box_sizes, box_strides, MU_TENSOR_DESCRIPTOR_INTERLEAVE_NONE, 0);
  box<<<1, 32>>>(cube, picked.at); SYNC();
  for (int i = 0; i < 16; ++i) wrong += picked.at[i] != 128 + (2 + i / 8) * 32 + (1 + i / 4 % 2) * 8 + 1 + i % 4;
  printf("%d wrong\\n", wrong);
  not_described<<<1, 1>>>(none); SYNC();
}
"""


def test_tiles_of_tensors_are_copied(tmp_path, monkeypatch):
    monkeypatch.setenv("MUSASIM_MODEL", "S5000")
    (tmp_path / "program.mu").write_text(TILES)
    assert mcc("-O1", "program.mu", "-o", "program", "-lmusa", cwd=tmp_path).returncode == 0
    done = run(tmp_path / "program", cwd=tmp_path)
    assert done.stdout == "0 wrong\nunspecified launch failure\n", done
    assert "__musa_tme_ld_tile_1d: the description is none" in done.stderr
