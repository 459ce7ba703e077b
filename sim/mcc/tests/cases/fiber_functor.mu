# 1 "fiber_functor.mu"
struct Op { __device__ int operator()(int x) { return __shfl_sync(~0u, x, 0); } };
template <class F> __global__ void fiber(F f) { f(1); }
