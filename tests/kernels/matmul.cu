// Products and transposes of matrices.
#include "suite.cuh"

constexpr int M = 70, K = 90, N = 110, TILE = 16;

__global__ void matmul_plain(const float* a, const float* b, float* c) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || column >= N) return;
  float sum = 0;
  for (int k = 0; k < K; ++k) sum += a[row * K + k] * b[k * N + column];
  c[row * N + column] = sum;
}

__device__ float at(const float* m, int rows, int columns, int row, int column) {
  return row < rows && column < columns ? m[row * columns + column] : 0.0f;
}

__global__ void matmul_tiled(const float* a, const float* b, float* c) {
  __shared__ float left[TILE][TILE], right[TILE][TILE + 1];
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
  float sum = 0;
  for (int base = 0; base < K; base += TILE) {
    left[y][x] = at(a, M, K, row, base + x);
    right[y][x] = at(b, K, N, base + y, column);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < TILE; ++k) sum += left[y][k] * right[k][x];
    __syncthreads();
  }
  if (row < M && column < N) c[row * N + column] = sum;
}

__global__ void matmul_dynamic(const float* a, const float* b, float* c, int tile) {
  extern __shared__ float memory[];
  float *left = memory, *right = memory + tile * tile;
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * tile + y, column = blockIdx.x * tile + x;
  float sum = 0;
  for (int base = 0; base < K; base += tile) {
    left[y * tile + x] = at(a, M, K, row, base + x);
    right[y * tile + x] = at(b, K, N, base + y, column);
    __syncthreads();
    for (int k = 0; k < tile; ++k) sum = fmaf(left[y * tile + k], right[k * tile + x], sum);
    __syncthreads();
  }
  if (row < M && column < N) c[row * N + column] = sum;
}

// Each thread has a square of kEach x kEach results in registers.
template <int kEach> __global__ void matmul_registers(const float* a, const float* b, float* c) {
  __shared__ float left[8 * kEach][8], right[8][8 * kEach];
  const int x = threadIdx.x, y = threadIdx.y, row0 = blockIdx.y * 8 * kEach, column0 = blockIdx.x * 8 * kEach;
  float sum[kEach][kEach] = {};
  for (int base = 0; base < K; base += 8) {
    for (int i = 0; i < kEach; ++i) {
      left[y + 8 * i][x] = at(a, M, K, row0 + y + 8 * i, base + x);
      right[y][x + 8 * i] = at(b, K, N, base + y, column0 + x + 8 * i);
    }
    __syncthreads();
    for (int k = 0; k < 8; ++k)
      for (int i = 0; i < kEach; ++i)
        for (int j = 0; j < kEach; ++j) sum[i][j] += left[y + 8 * i][k] * right[k][x + 8 * j];
    __syncthreads();
  }
  for (int i = 0; i < kEach; ++i)
    for (int j = 0; j < kEach; ++j)
      if (row0 + y + 8 * i < M && column0 + x + 8 * j < N) c[(row0 + y + 8 * i) * N + column0 + x + 8 * j] = sum[i][j];
}

template <class T> __global__ void transpose(const T* in, T* out, int rows, int columns) {
  __shared__ T tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < columns && y + j < rows) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * columns + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < rows && y + j < columns) out[(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
}

// One block a row; the row's product in the warps of the block.
__global__ void matvec(const float* a, const float* v, float* out, int columns) {
  __shared__ float part[4];
  float sum = 0;
  for (int k = threadIdx.x; k < columns; k += blockDim.x) sum += a[blockIdx.x * columns + k] * v[k];
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_xor_sync(0xffffffff, sum, offset, 32);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = part[0] + part[1] + part[2] + part[3];
}

__global__ void matmul_int8(const char4* a, const char4* b, int* c, int words) {
  const int row = blockIdx.x, column = threadIdx.x;
  int sum = 0;
  for (int k = 0; k < words; ++k) {
    const char4 p = a[row * words + k], q = b[column * words + k];
    sum += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
  }
  c[row * blockDim.x + column] = sum;
}

__global__ void batched(const double* a, const double* b, double* c, int n) {
  const int batch = blockIdx.z * n * n, row = threadIdx.y, column = threadIdx.x;
  double sum = 0;
  for (int k = 0; k < n; ++k) sum += a[batch + row * n + k] * b[batch + k * n + column];
  c[batch + row * n + column] = sum;
}

// More dynamic shared memory than a kernel has without asking.
__global__ void reverse_rows(const float* in, float* out, int columns) {
  extern __shared__ float row[];
  for (int k = threadIdx.x; k < columns; k += blockDim.x) row[k] = in[blockIdx.x * columns + k];
  __syncthreads();
  for (int k = threadIdx.x; k < columns; k += blockDim.x) out[blockIdx.x * columns + k] = row[columns - 1 - k];
}

void large_shared() {
  const int columns = 15000, bytes = columns * sizeof(float);
  CHECK(cudaFuncSetAttribute(reverse_rows, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  const Array<float> in(input_floats(3 * columns));
  Array<float> out(3 * columns);
  reverse_rows<<<3, 256, bytes>>>(in, out, columns);
  same("reverse_rows", out);
}

int main() {
  const Array<float> a(input_floats(M * K)), b(made<float>(K * N, [](int i) { return input_float(i + 5); }));
  Array<float> c(M * N), turned(M * K), v(M);
  const dim3 grid(blocks_for(N, TILE), blocks_for(M, TILE)), block(TILE, TILE);
  matmul_plain<<<grid, block>>>(a, b, c);
  close("matmul_plain", c);
  matmul_tiled<<<grid, block>>>(a, b, c);
  close("matmul_tiled", c);
  matmul_dynamic<<<dim3(blocks_for(N, 10), blocks_for(M, 10)), dim3(10, 10), 200 * sizeof(float)>>>(a, b, c, 10);
  close("matmul_dynamic", c);
  matmul_registers<4><<<dim3(blocks_for(N, 32), blocks_for(M, 32)), dim3(8, 8)>>>(a, b, c);
  close("matmul_registers", c);
  transpose<<<dim3(blocks_for(K, 32), blocks_for(M, 32)), dim3(32, 8)>>>(a.get(), turned.get(), M, K);
  same("transpose_float", turned);
  const Array<double> doubles(made<double>(50 * 40, [](int i) { return input_float(i); }));
  Array<double> doubles_turned(50 * 40), products(4 * 100);
  transpose<<<dim3(2, 2), dim3(32, 8)>>>(doubles.get(), doubles_turned.get(), 50, 40);
  same("transpose_double", doubles_turned);
  matvec<<<M, 128>>>(a, b, v, K);
  close("matvec", v);
  const auto quad = [](int i) { return make_char4(input_int(4 * i, 255) - 127, input_int(4 * i + 1, 255) - 127, i % 100, -(i % 90)); };
  std::vector<char4> words(1024);
  for (int i = 0; i < 1024; ++i) words[i] = quad(i);
  const Array<char4> bytes(words);
  Array<int> integers(32 * 32);
  matmul_int8<<<32, 32>>>(bytes, bytes + 100, integers, 25);
  same("matmul_int8", integers);
  batched<<<dim3(1, 1, 4), dim3(10, 10)>>>(doubles, doubles + 1000, products, 10);
  close("batched", products);
  large_shared();
}
