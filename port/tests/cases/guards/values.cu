#if __CUDA_ARCH__/10 >= 80
asm("trap;");
#endif
#if AT_LEAST(__CUDA_ARCH__, 800) && defined(__CUDA_ARCH__) && (__CUDA_ARCH__)
#endif
#define ARCH __CUDA_ARCH__
#define ON_GPU defined(__CUDA_ARCH__)
void f() {
  int arch = __CUDA_ARCH__;
  switch (__CUDA_ARCH__) {
    case 800: break;
  }
  if (__CUDA_ARCH__) g(__CUDA_ARCH__, 1);
  if (!__CUDA_ARCH__ || __CUDA_ARCH__ && arch) return;
  int on = __CUDA_ARCH__ ? 1 : 0;
  int version = CUDART_VERSION;
}
texture<float, 2> legacy;
Tensor texture, surface;
