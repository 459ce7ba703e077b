// The guard stays where the other branch does without PTX.
__device__ void copy(int* to, const int* from) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;\n" ::"r"(to), "l"(from));
#else
  *to = *from;
#endif
}
// The other branch refuses: then this one is to be seen by the compiler.
__device__ void refuse(int* to) {
#if __CUDA_ARCH__ >= 800
  asm("membar.gl;");
#else
  assert(false);
#endif
}
// Nothing is left for MUSA in the old branch: the new one is taken.
__device__ void fence() {
#if __CUDA_ARCH__ < 700
  asm("membar.gl;");
#else
  __threadfence();
#endif
}
