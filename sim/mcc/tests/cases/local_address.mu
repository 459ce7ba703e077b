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
__device__ int* itself(int a) { int b = a; return &b; }
__device__ int* of_parameter(int a, int (*f)(int)) { return &a; }
__device__ int* listed(int a) { const int *p = nullptr, *q(p), r[2] = {a, a}; if (a) return f(&p); return g(&q, &r, &a); }
__device__ int of_global(int n) { return add(&counter, n); }
__device__ int* of_references(int& a) { int& b = a; auto&& c = b; return f(&a, &b, &c); }
__device__ int* of_static() { static int a; __shared__ int b; extern __device__ int c; return f(&a, &b, &c); }
__device__ int used(int n) { n = counter * n; for (int i = 0; i < n; ++i) { if (i) return f(&i, &counter); } return f(&n); }
