# 1 "fiber.mu"
__device__ int idx() { return threadIdx.x; }
__device__ int pure(int x) { return x * blockDim.x; }
template <class T> __device__ T sum(T v) { return v + __shfl_down_sync(~0u, v, 1); }
__device__ int indirect() { return sum(3); }
__device__ bool try_lock(int* m) { return atomicCAS(m, 0, 1) == 0; }
__global__ void loop1(int* p) { p[threadIdx.x] = pure(blockIdx.x); }
__global__ void loop2(int* p) { atomicAdd(p, 1); auto f = [&] { return threadIdx.x; }; }
__global__ void loop3(int* p) { for (int i = threadIdx.x; i < 9; i += blockDim.x) p[i] = i; }
__global__ void fiber1(int* p) { __syncthreads(); }
__global__ void fiber2(int* p) { p[idx()] = 1; }
__global__ void fiber3(int* p) { p[0] = indirect(); }
__global__ void fiber4(int* p) { while (!try_lock(p)) {} }
__global__ void fiber5(volatile int* p) { while (*p == 0) {} }
__global__ void fiber6(int* p) { auto f = [] { return threadIdx.x; }; struct S { int x() { return blockIdx.x; } }; }
__global__ void fiber7(int* p) { p[::threadIdx.x] = 1; }
class Waiting { __device__ void go() { __syncthreads(); } };
template <class T> using Alias = decltype(&Waiting::go);
__global__ void fiber8(int* p) { Alias<int> a; }
__global__ void loop4(int* p) { p[threadIdx.x] = 1; }
__global__ void fiber21(int* p) { auto f = [p](int a) -> int { return threadIdx.x; }; }
__global__ void loop21(int* p) { auto f = [=](int a) -> int { return threadIdx.x; }; }
