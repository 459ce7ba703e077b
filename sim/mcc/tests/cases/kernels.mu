# 1 "kernels.mu"
template <class T, int N = 3, typename = void, class... Ts>
__global__ void __launch_bounds__(N > 2 ? 256 : 128, 2) pack(T* p, int n, Ts... ts) { p[0] = n; }
__launch_bounds__(128) __global__ void forward(const float* __restrict__ a, float* __restrict__, int (*)[4], void (*fn)(int), int = 4);
__global__ void forward(const float* __restrict__ a, float* __restrict__, int (*)[4], void (*fn)(int), int) {}
namespace { __global__ static void local(unsigned n, unsigned int, const T, T const&& r, ns::A<int, (3 > 2)> a, ns::B) {} }
struct S {
 public:
  template <class U> static __global__ void m(U* u) {}
  static __global__ void plain(int* u);
};
__global__ void S::plain(int* u) {}
template <class T> struct Q { static __global__ void m(T* u); template <class V> __global__ static void mm(T* u, V v); };
template <class T> __global__ void Q<T>::m(T* u) {}
template <class T> template <class V> __global__ void Q<T>::mm(T* u, V v) {}
extern "C" __global__ void c(void) {}
extern "C" { [[gnu::flatten]] __global__ void c2() {} }
template <class T> __global__ void sp(T* p) {}
template <> __global__ void sp<double>(double* p) {}
template <> __global__ void sp(char* p) {}
template __global__ void sp<float>(float*);
template <template <class> class C, auto V, class> __global__ std::enable_if_t<(V > 2), void> sfinae(C<int> c, int a[], int b[V], int) {}
template <typename std::enable_if<true>::type* = nullptr, typename T::type N, std::size_t> __global__ auto trailing(T<(N > 1)> t, const __grid_constant__ Params p) -> void {}
void __global__ __attribute__((used)) order(unsigned long long x, struct A b, struct A, typename T::type c, typename T::type, decltype(x) d, int (&e)[4], int (A::*f)(int)) {}
template <class... F> __global__ void const_pack(int* p, const F... f, F const*... q) {}
__global__ struct Ignored { volatile bool active = false; int* p; void f() {} };
