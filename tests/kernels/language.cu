// What kernels and their variables can be: vector types, constant memory, symbols, templates, lambdas, structures.
#include "suite.cuh"

constexpr int N = 3000;

__device__ int index() { return blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void copy_float4(const float4* in, float4* out, int n) {
  for (int i = index(); i < n; i += gridDim.x * blockDim.x) {
    const float4 v = in[i];
    out[n - 1 - i] = make_float4(v.w, v.z * 2, v.y - v.x, v.x);
  }
}

__global__ void vector_types(const int2* in, longlong2* out, uchar4* bytes, int n) {
  const int i = index();
  if (i >= n) return;
  const int2 v = in[i];
  out[i] = make_longlong2(static_cast<long long>(v.x) * v.y, v.x - v.y);
  bytes[i] = make_uchar4(v.x, v.y, v.x >> 8, v.y >> 8);
}

__constant__ float coefficients[16];
__constant__ int2 single = {3, 4};
__global__ void polynomial(const float* in, float* out, int n) {
  const int i = index();
  if (i >= n) return;
  float value = 0;
  for (int k = 15; k >= 0; --k) value = value * in[i] + coefficients[k];
  out[i] = value + single.x - single.y;
}

__device__ int counter = 5;
__device__ float table[64];
__global__ void fill_table() {
  table[threadIdx.x] = threadIdx.x * 0.5f;
  atomicAdd(&counter, static_cast<int>(threadIdx.x));
}

__device__ int* place = nullptr;
__global__ void through_pointer() { place[threadIdx.x] = static_cast<int>(threadIdx.x * threadIdx.x) + counter; }

__managed__ int managed[32];
__global__ void fill_managed(int factor) { managed[threadIdx.x] += factor * static_cast<int>(threadIdx.x); }

template <class T, int kSteps, bool kReverse = false> __global__ void stepped(const T* in, T* out, int n) {
  const int i = index();
  T sum = 0;
  if constexpr (kReverse) {
    for (int k = 0; k < kSteps; ++k) sum += in[n - 1 - (i + k) % n];
  } else {
    for (int k = 0; k < kSteps; ++k) sum += in[(i + k) % n];
  }
  if (i < n) out[i] = sum;
}

template <class F> __global__ void for_each(int n, F f) {
  for (int i = index(); i < n; i += gridDim.x * blockDim.x) f(i);
}

struct Affine {
  int scale, shift;
  __host__ __device__ int operator()(int x) const { return scale * x + shift; }
};
template <class T, class... Fs> __global__ void composed(const T* in, T* out, int n, Fs... fs) {
  const int i = index();
  if (i >= n) return;
  T value = in[i];
  ((value = fs(value)), ...);
  out[i] = value;
}

struct Big {
  int values[100];
  Affine affine;
};
__global__ void by_value(const Big big, int* out) { out[threadIdx.x] = big.affine(big.values[threadIdx.x]); }

class Base {
 public:
  __device__ virtual int value(int x) const { return x; }
};
class Derived : public Base {
 public:
  __device__ explicit Derived(int more) : more_(more) {}
  __device__ int value(int x) const override { return x * 3 + more_; }

 private:
  int more_;
};
__global__ void virtual_calls(int* out) {
  const Derived derived(7);
  const Base base, *one = threadIdx.x % 2 ? static_cast<const Base*>(&derived) : &base;
  out[threadIdx.x] = one->value(threadIdx.x);
}

using Operation = int (*)(int, int);
__device__ int plus_of(int a, int b) { return a + b; }
__device__ int times_of(int a, int b) { return a * b; }
__global__ void function_pointers(int* out) {
  const Operation operations[2] = {plus_of, times_of};
  out[threadIdx.x] = operations[threadIdx.x % 2](threadIdx.x, 11);
}

__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__global__ void recursion(int* out) { out[threadIdx.x] = fibonacci(threadIdx.x); }

__global__ void device_heap(int* out) {
  int* mine = static_cast<int*>(malloc(8 * sizeof(int)));
  for (int k = 0; k < 8; ++k) mine[k] = k * static_cast<int>(threadIdx.x);
  int sum = 0;
  for (int k = 0; k < 8; ++k) sum += mine[k];
  free(mine);
  out[threadIdx.x] = sum;
}

union Bits {
  float f;
  unsigned u;
};
__global__ void unions_and_switches(const float* in, unsigned* out, int n) {
  const int i = index();
  if (i >= n) return;
  Bits b;
  b.f = in[i];
  switch (b.u % 4) {
    case 0: b.u ^= 0x5555; break;
    case 1: b.u += 99; [[fallthrough]];
    case 2: b.u *= 3; break;
    default: b.u = ~b.u;
  }
  out[i] = b.u;
}

void variables() {
  const auto values = made<float>(16, [](int i) { return (i % 5 - 2) * 0.25f; });
  CHECK(cudaMemcpyToSymbol(coefficients, values.data(), 8 * sizeof(float)));
  CHECK(cudaMemcpyToSymbol(coefficients, values.data() + 8, 8 * sizeof(float), 8 * sizeof(float)));
  const Array<float> in(input_floats(N));
  Array<float> out(N);
  polynomial<<<blocks_for(N, 128), 128>>>(in, out, N);
  close("constant_memory", out);
  fill_table<<<1, 64>>>();
  int count = 0;
  std::vector<float> copied(64);
  CHECK(cudaMemcpyFromSymbol(&count, counter, sizeof(int)));
  CHECK(cudaMemcpyFromSymbol(copied.data(), table, sizeof(float) * 64));
  same("device_variable", std::vector<int>{count});
  same("device_array", copied);
  void* address = nullptr;
  size_t size = 0;
  CHECK(cudaGetSymbolAddress(&address, table));
  CHECK(cudaGetSymbolSize(&size, table));
  CHECK(cudaMemset(address, 0, size / 2));
  CHECK(cudaMemcpy(copied.data(), address, size, cudaMemcpyDeviceToHost));
  same("symbol_address", copied);
  Array<int> squares(32);
  int* where = squares.get();
  CHECK(cudaMemcpyToSymbol(place, &where, sizeof where));
  through_pointer<<<1, 32>>>();
  same("device_pointer", squares);
  for (int i = 0; i < 32; ++i) managed[i] = 1000;
  fill_managed<<<1, 32>>>(7);
  DONE();
  same("managed_variable", std::vector<int>(managed, managed + 32));
}

void templates(const Array<int>& in) {
  Array<int> out(N);
  const int blocks = blocks_for(N, 256), n = N;
  stepped<int, 5><<<blocks, 256>>>(in, out, N);
  same("template", out);
  stepped<int, (7 > 3) ? 3 : 2, true><<<blocks, 256>>>(in, out, N);
  same("template_reverse", out);
  const int* from = in;
  int* to = out;
  for_each<<<5, 64>>>(n, [=] __device__(int i) { to[i] = from[n - 1 - i] + i; });
  same("lambda", out);
  for_each<<<5, 64>>>(n, [=] __host__ __device__(int i) { to[i] = Affine{2, i}(to[i]); });
  same("lambda_of_both", out);
  composed<<<blocks, 256>>>(from, to, N, Affine{3, 1}, Affine{-1, 5});
  same("functors", out);
}

int main() {
  const Array<int> ints(input_ints(2 * N, 100000));
  const Array<float> floats(input_floats(4 * N));
  Array<float4> quads(N);
  copy_float4<<<4, 128>>>(reinterpret_cast<const float4*>(floats.get()), quads, N);
  same("float4", quads);
  Array<longlong2> longs(N);
  Array<uchar4> bytes(N);
  vector_types<<<blocks_for(N, 128), 128>>>(reinterpret_cast<const int2*>(ints.get()), longs, bytes, N);
  same("longlong2", longs);
  same("uchar4", bytes);
  variables();
  templates(ints);
  Big big;
  for (int i = 0; i < 100; ++i) big.values[i] = i * i;
  big.affine = {3, -1};
  Array<int> out(64), few(20);
  by_value<<<1, 64>>>(big, out);
  same("structure_by_value", out);
  virtual_calls<<<1, 64>>>(out);
  same("virtual_functions", out);
  function_pointers<<<1, 64>>>(out);
  same("function_pointers", out);
  recursion<<<1, 20>>>(few);
  same("recursion", few);
  device_heap<<<1, 64>>>(out);
  same("device_heap", out);
  Array<unsigned> words(N);
  unions_and_switches<<<blocks_for(N, 128), 128>>>(floats, words, N);
  same("unions_and_switches", words);
}
