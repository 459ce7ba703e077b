struct V { int x[4]; };
__device__ V of_the_gpu(const V* p) {
  V v;
  asm volatile("LSU.LD.B128 %0, %1, _, 16, 1, 1, inner_persist=0, " "slc=byp" : "=R"(v) : "R"(p));
  asm volatile("LSU.BAR.SLC.NEW" ::: "memory");
  return v;
}
__device__ int of_the_virtual_gpu() {
  int lane;
  asm("  .mtx\n" "mov1 %0.s32, laneid;\n" : "=R"(lane));
  return lane;
}
__device__ void hidden() { asm volatile(PREFIX "LSU.BAR.SLC.NEW" ::: "memory"); }
__device__ int of_both(int* p) {
  int x;
  asm("ld.global.s32 %0, [%1]; LSU.BAR.SLC.NEW" : "=r"(x) : "l"(p));
  return x;
}
