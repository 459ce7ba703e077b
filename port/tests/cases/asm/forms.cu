__device__ void f(int* p) {
  asm volatile(
      "{\n"
#if PREFETCH
      "  prefetch.global.L2 [%0];\n"
#else
      "  membar.gl;\n"
#endif
      "}\n" ::"l"(p));
  __asm { int 3 }
  asm volatile("" ::: "memory");
}
