// Forms of kernels, launches and device code that are easy to get wrong; forms.out is what it prints.
#include <musa_runtime.h>
#include <cstdio>
#include <type_traits>
#include <utility>
template <typename T>
struct SharedMemory {
  __device__ inline operator T*() {
    extern __shared__ int __smem[];
    return (T*)__smem;
  }
  __device__ static T* getPointer() {
    extern __device__ void error(void);
    return nullptr;
  }
};
template <>
struct SharedMemory<double> {
  __device__ inline operator double*() {
    extern __shared__ double __smem_d[];
    return (double*)__smem_d;
  }
};
template <class T>
__global__ void reduce(T* g, int n) {
  T* s = SharedMemory<T>();
  s[threadIdx.x] = threadIdx.x < n ? g[threadIdx.x] : T(0);
  __syncthreads();
  for (unsigned k = blockDim.x / 2; k; k >>= 1) {
    if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
    __syncthreads();
  }
  if (!threadIdx.x) *g = s[0];
}
template <class T, std::enable_if_t<std::is_integral<T>::value, int> = 0>
__global__ void over(T* p) {
  *p = 1;
}
template <class T, std::enable_if_t<!std::is_integral<T>::value, int> = 0>
__global__ void over(T* p) {
  *p = 2;
}
__global__ void over(char* p) { *p = 3; }
class Owner {
  template <int N>
  __global__ friend void friendly(int* p);
  struct Hidden {
    int v;
  };
  static __global__ void mine(Hidden h, int* p) { *p = h.v; }

 public:
  static void run(int* p) { mine<<<1, 1>>>(Hidden{42}, p); }
  static constexpr int kThreads = 64;
};
template <int N>
__global__ void friendly(int* p) {
  *p = N;
}
template <class... F>
__global__ void __launch_bounds__(Owner::kThreads) all(int* p, const F... f) {
  const int r[] = {f()...};
  for (int v : r) *p += v;
  if constexpr (sizeof...(f) > 2) {
    auto g = [&](auto x) { *p += x; };
    g(1000);
  }
}
struct Big {
  int v[8];
};
__global__ void modify(Big b, int n, int* out) {
  b.v[0] += threadIdx.x;
  n -= 1;
  out[threadIdx.x] = b.v[0] + n;
  goto end;
end:
  return;
}
template <template <class> class C, class T = int>
__global__ void templ(C<T> c, T* p) {
  *p = c.v;
}
template <class T>
struct Box {
  T v;
};
template <class T>
__device__ T& slot() {
  __shared__ T x[2];
  return x[1];
}
struct WithCtor {
  int v;
  __device__ WithCtor() {}
  __host__ __device__ explicit WithCtor(int x) : v(x) {}
};
__global__ void ctor(int* p) {
  __shared__ WithCtor w[4];
  if (threadIdx.x == 0) w[0] = WithCtor(7);
  __syncthreads();
  slot<int>() = 5;
  __shared__ float (*fp)[4];
  fp = nullptr;
  if (threadIdx.x == 1) *p = w[0].v + slot<int>();
}
__global__ void voting(int* p, unsigned* masks) {
  unsigned b = __ballot_sync(0xffffffff, threadIdx.x & 1);
  if (threadIdx.x == 0) masks[0] = b;
  int c = __syncthreads_count(threadIdx.x < 5);
  if (!threadIdx.x) *p = c;
}
__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__global__ void rec(int* p) { *p = fib(10); }
__global__ void print(int i) {
  if (threadIdx.x == 0) printf("in kernel %d\n", i);
}
typedef void (*kernel_t)(int*);
namespace outer {
inline namespace v1 {
namespace {
template <bool B>
__global__ void deep(int* p) {
  if (B) *p = 77;
}
}  // namespace
}  // namespace v1
}  // namespace outer
#define CASE(N) \
  case N: friendly<N><<<1, 1>>>(p); break;
void pick(int n, int* p) {
  switch (n) { CASE(1) CASE(2) default : (n > 5 ? friendly<6> : friendly<7>)<<<1, 1>>>(p); }
}
int main() {
  int* p;
  musaMallocManaged(&p, 4096);
  unsigned* m;
  musaMallocManaged(&m, 64);
  double* d;
  musaMallocManaged(&d, 4096);
  float* f;
  musaMallocManaged(&f, 4096);
#define SHOW(...)                                  \
  do {                                             \
    musaError_t e = musaDeviceSynchronize();       \
    printf(__VA_ARGS__);                           \
    if (e) printf(" %s\n", musaGetErrorString(e)); \
  } while (0)
  for (int i = 0; i < 64; ++i) d[i] = f[i] = 1;
  reduce<<<1, 64, 64 * 8>>>(d, 64);
  reduce<float><<<{1, 1, 1}, {64}, 64 * 4>>>(f, 60);
  SHOW("%g %g\n", *d, *f);
  over<<<1, 1>>>(p);
  over<<<1, 1>>>(f);
  over<<<1, 1>>>((char*)m);
  SHOW("%d %g %d\n", *p, *f, *(char*)m);
  Owner::run(p);
  SHOW("%d\n", *p);
  friendly<9><<<1, 1>>>(p);
  SHOW("%d\n", *p);
  *p = 0;
  all<<<1, 1>>>(
      p, [] __device__ { return 1; }, [=] __host__ __device__() -> int { return 10; },
      [p] __device__() { return 100; });
  SHOW("%d\n", *p);
  modify<<<1, 4>>>(Big{{5}}, 3, p);
  SHOW("%d %d\n", p[0], p[3]);
  templ<<<1, 1>>>(Box<int>{8}, p);
  SHOW("%d\n", *p);
  ctor<<<1, 32>>>(p);
  SHOW("%d\n", *p);
  voting<<<1, 32>>>(p, m);
  SHOW("%d %x\n", *p, m[0]);
  rec<<<1, 1>>>(p);
  SHOW("%d\n", *p);
  print<<<1, 2>>>(3);
  SHOW("\n");
  pick(2, p);
  SHOW("%d\n", *p);
  pick(9, p);
  SHOW("%d\n", *p);
  pick(5, p);
  SHOW("%d\n", *p);
  outer::deep<true><<<1, 1>>>(p);
  SHOW("%d\n", *p);
  kernel_t table[] = {friendly<3>, rec};
  table[1]<<<1, 1>>>(p);
  SHOW("%d\n", *p);
}
