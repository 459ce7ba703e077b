# 1 "device.mu"
__constant__ float c[16];
static __constant__ float c2[16] = {1, 2};
__device__ int counter = 3, other[4];
extern __device__ int elsewhere;
__device__ struct { int a; } st;
constexpr __device__ float pi = 3.14f;
__device__ int (*fp)(int) = f;
__managed__ int m;
template <class T> __device__ T value = 3;
struct A { __device__ A() {} static __device__ int x; __host__ __device__ int get() const { return 1; } };
__device__ int A::x;
namespace ns { __device__ const int table[] = {1, 2}; }
__device__ float2 operator+(float2 a, float2 b) { return a; }
__device__ __noinline__ int slow(int x) { return x; }
auto l = [=] __device__ (int i) {};
auto m2 = [=](int i) __host__ __device__ { return i; };
__device__ void ptx() {
  asm volatile("membar.gl;");
  asm volatile("" ::: "memory");
}
void host() { asm("nop"); }
#pragma unroll 4
#pragma GCC unroll 4
#define X 1
