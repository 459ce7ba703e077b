# 1 "fiber_pointer.mu"
__device__ int waits(int x) { __syncthreads(); return x; }
template <int (*F)(int)> __global__ void fiber() { F(1); }
void host() { fiber<waits><<<1, 1>>>(); }
