# 1 "ptx.h"
namespace torchada { namespace ptx { template <class... M, class D, class A> __device__ void ld(D&& d, A at) { d = *(volatile unsigned*)at; } } }
# 1 "assembly.mu"
struct Two { int x, y; };
__device__ Two load(const Two* p) {
  Two r;
  asm volatile("ld.global.nc.L1::no_allocate"
               ".v2.s32 {%0, %1}, [%2];"
               : "=r"(r.x), "=r"(r.y)
               : "l"(p + (1 ? 2 : 3)));
  return r;
}
__device__ void store(unsigned* flag) {
  if (flag) asm volatile("membar.sys; st.volatile.global.u32 [%1], %0;" ::"r"(1u), "l"(flag));
  else asm("prefetch.global.L2 [%[at]];" :: [at] "l"(flag) : "memory");
}
__device__ void nothing() {
  asm volatile("" : : : "memory");
  asm volatile(R"(mma.sync "%0")" : : "r"(
      1));
}
__global__ void spins(unsigned* flag) {
  unsigned seen = 0;
  while (seen == 0) asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(seen) : "l"(flag));
}
void host() { asm("membar.gl;"); }
