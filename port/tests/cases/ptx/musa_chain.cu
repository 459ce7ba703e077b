// A chain that asks for MUSA stays, and with it the PTX in its branches: no header is needed.
__device__ void copy(int* to, const int* from) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;\n" ::"r"(to), "l"(from));
#elif defined(__MUSA_ARCH__)
  *to = *from;
#endif
}
