# 1 "fiber_lambda.mu"
template <class F> __global__ void fiber(F f) { f(1); }
void host() { fiber<<<1, 1>>>([=] __device__ (int i) { __syncthreads(); }); }
