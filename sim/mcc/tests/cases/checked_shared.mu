# 1 "checked_shared.mu"
__device__ int f() {
  __shared__ int a, b[4];
  __shared__ alignas(16) struct { int x; } s;
  return a;
}
__shared__ int outside;
extern __shared__ float dynamic[];
