# 1 "constraints.mu"
template <class T> requires (sizeof(T) == 4) __global__ void in_parentheses(T* p) { *p = 2; }
template <class T> requires std::integral<T> || (std::floating_point<T> && !ns::Q<T>::value) __global__ void of_names(T* p) { *p = 3; }
template <class T> __global__ void behind(T* p) requires Number<T> { *p = 4; }
template <class T> __global__ void behind2(T* p) requires (sizeof(T) > 2) { *p = 5; }
template <class T> requires requires(T t) { t + t; } __global__ void of_expression(T*) { }
template <class T> __global__ void behind3(T*) requires requires { typename T::x; } && Number<T> { }
template <class T> requires Number<T> struct S { template <class U> requires Number<U> static __global__ void member(U* u) { *u = 1; } };
template <class T> constexpr bool sums = requires(T t) { t + t; };
template <class T> requires Number<T> __device__ T variable = 1;
template <class T> __device__ T twice(T t) requires Number<T> { return t + t; }
