# 1 "attributes.mu"
using f4 = float __attribute__((ext_vector_type(4)));
typedef unsigned char u8x4 __attribute__((ext_vector_type(4))) __attribute__((aligned(4)));
typedef __attribute__((__ext_vector_type__(2))) unsigned long long u2;
template <class T, int N> using Vec = T __attribute__((ext_vector_type(N), aligned(8)));
template <class T> struct Wide { typedef typename T::Part Type __attribute__((ext_vector_type(16 / sizeof(T)))); };
__device__ const std::pair<int, float>::first_type __attribute__((ext_vector_type(
    2))) table = {1, 2};
float f(float __attribute__((ext_vector_type(2))) v, const a::b<c>::d w __attribute__((ext_vector_type(2)))) {
  auto* p = (int __attribute__((ext_vector_type(4)))*)&v;
  return g((void __attribute__((address_space(3)))*)p, (__attribute__((address_space(1))) const void*)p)[0];
}
__attribute__((mtgpu_workgroup_atomic, noinline)) __global__ void k(__attribute__((grid_constant)) const int n) {}
extern "C" { extern __device__ void __musa_memcpy_g2s_wait(); }
using v = float __attribute__((vector_size(16)));
template <class T, int bytes> struct Sized { typedef T Type __attribute__((vector_size(bytes))); };
typedef float four __attribute__((vector_size(16)));
