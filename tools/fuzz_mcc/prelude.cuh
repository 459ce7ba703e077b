// What generated programs share.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <type_traits>
#include <utility>

using u64 = unsigned long long;
constexpr unsigned kCount = 64;  // threads of a launch, and numbers that they write
enum class Mode { kSlow = 1, kFast };
struct Pair {
  unsigned first, second;
};
template <class T>
constexpr T kEight = 8;
template <bool C>
struct If {
  static constexpr unsigned value = C;
};
template <class T>
struct Box {
  T value;
  __host__ __device__ constexpr Box() : value() {}
  template <class U>
  __host__ __device__ constexpr Box(U from) : value(from) {}
  __host__ __device__ constexpr explicit operator unsigned() const { return unsigned(value); }
};

inline void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::printf("error: %s\n", cudaGetErrorString(error));
  std::exit(1);
}
inline unsigned* memory() {
  static unsigned* allocated = nullptr;
  if (!allocated) check(cudaMalloc(&allocated, kCount * sizeof(unsigned)));
  return allocated;
}
inline cudaStream_t stream() { return nullptr; }
inline dim3 blocks(unsigned n, unsigned each) { return dim3((n + each - 1) / each); }
template <class T>
T same(T value) {
  return value;
}
template <class F>
void dispatch(unsigned kind, F f) {
  kind ? f(0u) : f(0ull);
}

// Numbers of a thread: in its block, of its block, in the grid.
__device__ inline unsigned width() { return blockDim.x * blockDim.y * blockDim.z; }
__device__ inline unsigned rank() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
__device__ inline unsigned at() {
  return rank() + width() * (blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z));
}
template <class T, int N>
__device__ T (&scratch()) [N] {
  __shared__ T values[N];
  return values;
}

// The numbers that kernels wrote and functions of the host returned, as one.
struct Result {
  u64 hash = 14695981039346656037ull;
  Result() { check(cudaMemset(memory(), 0, kCount * sizeof(unsigned))); }
  void add(unsigned value) { hash = (hash ^ value) * 1099511628211ull; }
  void take() {
    unsigned values[kCount];
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
    check(cudaMemcpy(values, memory(), sizeof(values), cudaMemcpyDeviceToHost));
    for (unsigned value : values) add(value);
  }
};
