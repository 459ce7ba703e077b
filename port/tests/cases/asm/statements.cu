__device__ int f(int a, float* p) {
  int r;
  asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %1, 0;\n\t@p mov.u32 %0, %%laneid;\n}"
               : "=r"(r) : "r"(a), [ptr] "l"(p + 1) : "memory", "cc");
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
      "{%0, %1}, {%2}, {%3}, {%0, %1};" : "+f"(x) : "r"(y) : );
  __asm__ __volatile__("" ::: "memory");
  asm volatile("ld.global." SUFFIX " %0, [%1];" : "=r"(r) : "l"(p));
  asm goto("bra %l0;" :::: done);
  return r;
}
#define FENCE() asm volatile("membar.gl;" ::: "memory")
int asm_count = 0;
__device__ void operands(void* to, cudaStream_t s) {
  asm volatile("st.shared.u32 [%0], %1;" ::"r"(convert<__nv_bfloat16>(to)), "l"(cudaSuccess));
}
