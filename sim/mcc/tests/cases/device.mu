# 1 "device.mu"
__constant__ float c[16];
static __constant__ float c2[16] = {1, 2};
__device__ int counter = 3, other[4];
extern __device__ int elsewhere;
__device__ struct { int a; } st;
constexpr __device__ float pi = 3.14f;
__device__ int (*fp)(int) = f;
__managed__ int m;
template <class T> __device__ T value = 3;
struct A { __device__ A() {} static __device__ int x; __host__ __device__ int get() const { return 1; } };
__device__ int A::x;
namespace ns { __device__ const int table[] = {1, 2}; }
__device__ float2 operator+(float2 a, float2 b) { return a; }
__device__ __noinline__ int slow(int x) { return x; }
auto l = [=] __device__ (int i) {};
auto m2 = [=](int i) __host__ __device__ { return i; };
__device__ void ptx() {
  asm volatile("bar.warp.sync 1;");
  asm volatile("" ::: "memory");
}
extern __constant__ int far;
__constant__ int far;
extern "C" __device__ int c_name;
extern "C" { __device__ int c_name2, *p = &c_name2; }
namespace { __device__ int hidden(int); }
__device__ static inline int f1();
[[nodiscard]] __device__ const char* names(int i);
static __device__ int f2();
extern __device__ int f3(int);
__device__ int f3(int x) { return x; }
extern "C" __device__ int f4(int);
struct B { __device__ int member(); friend __device__ int friendly(B); };
__device__ int B::member() { return 1; }
namespace a::b { namespace { __device__ __constant__ int deep; } __constant__ float e[2]; }
alignas(16) __constant__ int aligned = 3;
__device__ int (*chosen(int (*a)(int)))(int) { return a; }
void host() { asm("nop"); }
#pragma unroll 4
#define X 1
#pragma GCC unroll 4
extern "C" __device__ int c_defined = 8;
extern __device__ int list[2] = {1, 2};
extern "C" { __constant__ float c_constant{1.5f}; }
template <class T> __device__ T from(int x);
template <> __device__ float from<float>(int x) { return x; }
template <> __device__ __noinline__ int from<int>(int x) { return x; }
template <> __device__ __forceinline__ char from<char>(int x) { return x; }
template <class T> template <> __device__ T Some<T>::no_member(int x) { return x; }
[[nodiscard]] __device__ B::~B() {}
__device__ B::B() = default;
__device__ B& B::operator+=(int x) { return *this; }
__host__ __device__ int B::both() { return 1; }
template __device__ int from<int>(int);
class E { friend __device__ int known(E e); template <class T> friend __device__ T of(E e); };
__device__ int known(E e) { return 1; }
__device__ int known(E e);
__device__ int unknown(E e) { return 1; }
template <class T> __device__ __forceinline__ T shared_name(T x) { return x; }
inline __device__ int inlined() { return 1; }
template <class T> __device__ __noinline__ T outlined(T x);
template <> __device__ __noinline__ int outlined(int x) { return x; }
extern template __device__ long outlined(long);
template <class T> __host__ __device__ T both(T x) { return x; }
struct F {
  template <class T> __device__ static T of(T x) { return x; }
  int __device__ operator()(int x) const { return x; }
  __device__ virtual ~F() {}
  auto behind() __device__ -> int;
  __host__ __device__ int of_both();
  friend __device__ int operator+(F a, F b) { return 1; }
  int (*pointer)(int), __device__ nothing;
  static __device__ int count;
};
struct G {
  int* __device__ pointer() { return &x; }
  __device__ [[nodiscard]] int get() const { return x; }
  template <class T> __device__ T out(T t);
  int x;
};
template <class T> __device__ T G::out(T t) { return t; }
template <> __device__ int G::out<int>(int t) { return t; }
template __device__ long G::out<long>(long t);
template <class T> struct H { __device__ H(T t); __device__ T get(); };
template <class T> __device__ H(T) -> H<T>;
explicit __device__ H(const char*) -> H<int>;
extern template struct H<int>;
extern template class std::vector<int>;
__device__ inline void* operator new(unsigned long, G& g) { return &g; }
__device__ [[nodiscard]] int standard() { return 1; }
