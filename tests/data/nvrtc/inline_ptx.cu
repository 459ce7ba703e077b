// PTX inside of C++: the lane of a thread, and arithmetic.
extern "C" __global__ void lanes(int* to, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  unsigned int lane, mixed;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm volatile("{ .reg .u32 t; mad.lo.u32 t, %1, 3, %2; xor.b32 %0, t, 0x55; }"
               : "=r"(mixed)
               : "r"(i), "r"(lane));
  to[i] = mixed;
}
