# 1 "local_address.mu"
template <class T> __device__ View<T> one(T x) { T a = x; return view(&a); }
template <class T> __device__ View<T> branches(T x) { T a = x, b = -x; if (x > 0) return {&a}; else return View<T>(&a, &b); }
struct S { __device__ int* member() { return &number; } int number; };
__host__ __device__ int* of_both(int& a) { return &a; }
constexpr __device__ int* computed(int& a) { return &a; }
int* of_the_host(int& a) { return &a; }
__device__ int values(int a, int b) { return (a) & b; }
__device__ int* parts(A& a) { return f(&a.b, &c[2], &S::member, a &b); }
__device__ auto lambdas(int a) { return [=](int b) { return f(&b); }; }
