// Kernels whose templates have constraints: C++20.
#include <concepts>
#include <cstdio>

#include <musa_runtime.h>

template <class T>
concept Number = std::integral<T> || std::floating_point<T>;

template <class T>
  requires(sizeof(T) == 4)
__global__ void in_parentheses(T* p) {
  *p = 2;
}

template <class T>
  requires std::floating_point<T> || (std::integral<T> && !std::is_const<T>::value)
__global__ void of_names(T* p) {
  *p = 3;
}

template <class T>
__global__ void behind(T* p)
  requires Number<T>
{
  *p = 4;
}

template <class T>
  requires requires(T t) { t + t; }
__global__ void of_expression(T* p) {
  *p = 5;
}

template <class T>
__global__ void of_two(T* p)
  requires requires { typename T::x; } || Number<T>
{
  *p = 6;
}

template <class T>
  requires Number<T>
struct Holder {
  T value;
  template <class U>
    requires Number<U>
  static __global__ void member(U* u) {
    *u = 7;
  }
  static __global__ void later(T* p);
  __device__ T get() const
    requires(sizeof(T) == 4)
  {
    return value;
  }
  __device__ T get() const
    requires(sizeof(T) == 8)
  {
    return -value;
  }
};

template <class T>
  requires Number<T>
__global__ void Holder<T>::later(T* p) {
  *p = 8;
}

// Each side has its own.
template <class T>
__host__ __device__ T side(T t)
  requires Number<T>
{
#ifdef __MUSA_ARCH__
  return t + t;
#else
  return t;
#endif
}

__global__ void in_a_body(auto* p, Number auto n) {
  if constexpr (requires { p->x; }) {
    *p = 1;
  } else {
    *p = 10 * side(n) + Holder<int>{2}.get() + Holder<long>{1}.get();
  }
}

int main() {
  int* p;
  int found;
  musaMalloc(&p, sizeof(int));
  const auto print = [&] {
    musaMemcpy(&found, p, sizeof(int), musaMemcpyDeviceToHost);
    std::printf("%d ", found);
  };
  in_parentheses<<<1, 1>>>(p), print();
  of_names<<<1, 1>>>(p), print();
  behind<<<1, 1>>>(p), print();
  of_expression<<<1, 1>>>(p), print();
  of_two<<<1, 1>>>(p), print();
  Holder<int>::member<<<1, 1>>>(p), print();
  Holder<int>::later<<<1, 1>>>(p), print();
  in_a_body<<<1, 1>>>(p, 3), print();
  std::printf("%d\n", side(3));
}
