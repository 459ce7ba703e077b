#if __CUDA_ARCH__ >= 800
int a;
#endif
#if (__CUDA_ARCH__>=700)
int b;
#endif
#if defined(__CUDA_ARCH__) && ( __CUDA_ARCH__ < 890 )
int c;
#endif
#if 800 <= __CUDA_ARCH__
int d;
#endif
#if __CUDA_ARCH__ > 750 || (__CUDA_ARCH__) <= (860)
int e;
#endif
#if __CUDA_ARCH__ >= 900
int f;
#else
int g;
#endif
#if __CUDA_ARCH__ == 860
int h;
#endif
#ifdef __CUDA_ARCH__
int i;
#endif
#if (__CUDA_ARCH__ >= 800) && (__CUDA_ARCH__ < 900)
int j;
#endif
#if __CUDA_ARCH__ / 100 >= 8
int k;
#endif
#if __CUDA_ARCH__ >= MIN_ARCH
int l;
#endif
#define HAS_BF16 (__CUDA_ARCH__ >= 800)
int m = __CUDA_ARCH__ >= 900 ? 1 : 2;
#if !defined(__CUDA_ARCH__) || \
    __CUDA_ARCH__ >= 800
int n;
#endif
