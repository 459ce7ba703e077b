// Atomic operations on every type, results independent of their order.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "suite.cuh"

constexpr int N = 4096, CELLS = 61;

template <class T> __global__ void add(const int* in, T* cells) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(cells + i % CELLS, static_cast<T>(in[i]));
}

template <class T> __global__ void min_max(const int* in, T* cells) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicMin(cells + i % CELLS, static_cast<T>(in[i]) - static_cast<T>(500));
  atomicMax(cells + CELLS + i % CELLS, static_cast<T>(in[i]) * static_cast<T>(3));
}

template <class T> __global__ void bits(const int* in, T* cells) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const T value = static_cast<T>(in[i]) * static_cast<T>(2654435761u);
  atomicAnd(cells + i % CELLS, value | ~static_cast<T>(0xf0f0f0f0u));
  atomicOr(cells + CELLS + i % CELLS, value & static_cast<T>(0x11111111u));
  atomicXor(cells + 2 * CELLS + i % CELLS, value);
}

__global__ void subtract(const int* in, int* cells, unsigned* unsigned_cells) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicSub(cells + i % CELLS, in[i]);
  atomicSub(unsigned_cells + i % CELLS, static_cast<unsigned>(in[i]));
}

__global__ void increase_decrease(unsigned* cells) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicInc(cells + i % CELLS, 40);
  atomicDec(cells + CELLS + i % CELLS, 50);
}

// What is taken out, and what stays, is everything that was put in.
__global__ void exchange(const int* in, int* cell, int* taken) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(taken, atomicExch(cell, in[i]));
}

__global__ void exchange_types(float* floats, unsigned long long* words, int* ok) {
  const int i = threadIdx.x;
  if (atomicExch(floats + i, 2.5f) == 0.0f && atomicExch(words + i, 1ull << 40) == 0) atomicAdd(ok, 1);
}

__device__ float atomic_max_float(float* at, float value) {
  int* word = reinterpret_cast<int*>(at);
  int old = *word, seen;
  do {
    seen = old;
    if (__int_as_float(seen) >= value) break;
    old = atomicCAS(word, seen, __float_as_int(value));
  } while (old != seen);
  return __int_as_float(old);
}
__global__ void max_by_cas(const int* in, float* cells) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomic_max_float(cells + i % CELLS, in[i] * 0.125f);
}

__device__ double atomic_multiply(double* at, double factor) {
  auto* word = reinterpret_cast<unsigned long long*>(at);
  unsigned long long old = *word, seen;
  do {
    seen = old;
    old = atomicCAS(word, seen, static_cast<unsigned long long>(__double_as_longlong(__longlong_as_double(seen) * factor)));
  } while (old != seen);
  return __longlong_as_double(old);
}
__global__ void multiply_by_cas(double* cells) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomic_multiply(cells + i % CELLS, i % 3 == 0 ? 0.5 : 2.0);
}

__global__ void cas_of_16_bits(unsigned short* cells) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned short* cell = cells + i % CELLS;
  unsigned short old = *cell, seen;
  do {
    seen = old;
    old = atomicCAS(cell, seen, static_cast<unsigned short>(seen + i));
  } while (old != seen);
}

// A lock that one thread of a block takes.
__global__ void locked(int* lock, volatile int* value) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {}
  __threadfence();
  *value = *value * 2 % 1000003 + 1;
  __threadfence();
  atomicExch(lock, 0);
}

__global__ void shared_ticket(int* out) {
  __shared__ int ticket, sum;
  if (threadIdx.x == 0) ticket = sum = 0;
  __syncthreads();
  const int mine = atomicAdd_block(&ticket, 1);
  atomicAdd(&sum, mine * mine);
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = sum + ticket;
}

__global__ void system_scope(const int* in, int* cells) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd_system(cells + i % CELLS, in[i]);
}

template <class T> void sums(const char* name, const Array<int>& in) {
  Array<T> cells(CELLS);
  add<<<N / 256, 256>>>(in.get(), cells.get());
  same(name, cells);
}

template <class T> void extremes(const char* name, const Array<int>& in) {
  Array<T> cells(std::vector<T>(2 * CELLS, static_cast<T>(100)));
  min_max<<<N / 256, 256>>>(in.get(), cells.get());
  same(name, cells);
}

template <class T> void bit_operations(const char* name, const Array<int>& in) {
  Array<T> cells(std::vector<T>(3 * CELLS, static_cast<T>(0xffff0000u)));
  bits<<<N / 256, 256>>>(in.get(), cells.get());
  same(name, cells);
}

void halves() {
  const Array<int> in(input_ints(N, 20));
  Array<__half> half_cells(CELLS);
  add<<<N / 256, 256>>>(in.get(), half_cells.get());
  same("atomic_add_half", half_cells);
  const Array<int> bits(input_ints(N, 4));
  Array<__nv_bfloat16> bfloat_cells(CELLS);
  add<<<1, 256>>>(bits.get(), bfloat_cells.get());
  same("atomic_add_bfloat16", bfloat_cells);
}

void exchanges(const Array<int>& in) {
  Array<int> cell(1), taken(1), ok(1);
  exchange<<<N / 256, 256>>>(in, cell, taken);
  same("atomic_exchange", std::vector<int>{cell.host()[0] + taken.host()[0]});
  Array<float> floats(64);
  Array<unsigned long long> words(64);
  exchange_types<<<1, 64>>>(floats, words, ok);
  same("atomic_exchange_types", ok);
}

void loops(const Array<int>& in) {
  Array<float> floats(CELLS);
  max_by_cas<<<N / 256, 256>>>(in, floats);
  same("atomic_cas_max", floats);
  Array<double> doubles(std::vector<double>(CELLS, 1.0));
  multiply_by_cas<<<N / 256, 256>>>(doubles);
  same("atomic_cas_multiply", doubles);
  Array<unsigned short> shorts(CELLS);
  cas_of_16_bits<<<N / 256, 256>>>(shorts);
  same("atomic_cas_16", shorts);
  Array<int> lock(1), value(1);
  locked<<<40, 32>>>(lock, value);
  same("lock", value);
}

int main() {
  const Array<int> in(input_ints(N, 1000));
  sums<int>("atomic_add_int", in);
  sums<unsigned>("atomic_add_unsigned", in);
  sums<unsigned long long>("atomic_add_64", in);
  sums<float>("atomic_add_float", in);
  sums<double>("atomic_add_double", in);
  extremes<int>("atomic_min_max_int", in);
  extremes<unsigned>("atomic_min_max_unsigned", in);
  extremes<long long>("atomic_min_max_64", in);
  extremes<unsigned long long>("atomic_min_max_unsigned_64", in);
  bit_operations<int>("atomic_bits_int", in);
  bit_operations<unsigned>("atomic_bits_unsigned", in);
  bit_operations<unsigned long long>("atomic_bits_64", in);
  Array<int> cells(CELLS), tickets(10);
  Array<unsigned> unsigned_cells(CELLS), counters(2 * CELLS);
  subtract<<<N / 256, 256>>>(in, cells, unsigned_cells);
  same("atomic_sub", cells);
  same("atomic_sub_unsigned", unsigned_cells);
  increase_decrease<<<N / 256, 256>>>(counters);
  same("atomic_inc_dec", counters);
  shared_ticket<<<10, 200>>>(tickets);
  same("atomic_in_shared", tickets);
  system_scope<<<N / 256, 256>>>(in, cells);
  same("atomic_system", cells);
  halves();
  exchanges(in);
  loops(in);
}
