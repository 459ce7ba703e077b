# 1 "shared.mu"
__device__ int f() {
  __shared__ int a, b[4];
  __shared__ alignas(16) struct { int x; } s;
  static __shared__ float t[2][3];
  volatile __shared__ A<int, 3> u[N];
  __shared__ typename cub::BlockReduce<T, 256>::TempStorage temp;
  const int n = 3;
  __attribute__((aligned(16))) __shared__ char raw[sizeof(float) * 4];
  switch (n) { case 1: __shared__ int c; default: __shared__ int d; }
}
__device__ int g() {
  extern __shared__ float a[];
  extern __shared__ __attribute__((aligned(16))) char b[];
  extern __attribute__((aligned(16))) __shared__ volatile char c[][4];
  alignas(16) extern __shared__ A<int> d[];
  __shared__ extern unsigned char e[];
  extern "C" __shared__ int h[];
}
extern __shared__ int outside[];
__shared__ int outside2;
