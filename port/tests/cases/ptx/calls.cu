// Inline PTX becomes calls; the operands are C++, and read as such.
#pragma once
__device__ unsigned bits(unsigned a, __nv_bfloat16* p, float x) {
  unsigned r;
  asm volatile("lop3.b32 %0, %1, %2, %3, 0xea;\n" : "=r"(r) : "r"(a), "r"(convert<__nv_bfloat16>(p)), "r"(a));
  asm("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %1, 0;\n\t@p mov.u32 %0, %%laneid;\n}" : "=r"(r) : "r"(a));
  asm volatile("st.shared.u32 [%0], %1;" ::"l"(p), "r"(cudaSuccess) : "memory");
  asm volatile("" ::: "memory");
  asm("cvt.rn.bf16x2.f32 %0, %1, %1;" : "=r"(r) : "f"(x));
  return r;
}
#define FENCE() \
  asm volatile("membar.gl;" \
               ::: "memory")
__device__ void left() {
  asm volatile("tcgen05.wait::st.sync.aligned;");
  asm volatile("ld.global." SUFFIX " %0, [%1];" : "=r"(r) : "l"(p));
  asm volatile("add.u32 %0, %1, %2;" : "=r"(r) : "r"(a));
  asm volatile("{ mov.u32 %0, 1;" : "=r"(r));
  asm volatile("v_add_f32 %0, %1, %2" : "=v"(x) : "v"(y), "v"(z));
  asm volatile("LAB_WAIT:\n bra LAB_WAIT;");
}
