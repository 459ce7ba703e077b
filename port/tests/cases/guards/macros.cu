// What reads as 0 in a guard reads as 0 in a macro for guards.
#define VERSION CUDA_VERSION
#define HAS_BFLOAT16 (CUDA_VERSION >= 11000)
int version = CUDA_VERSION;
#if VERSION >= 11000 || CUTLASS_MAJOR >= 3
#endif
// 750 is the newest that counts as 210, 890 as 310.
#if __CUDA_ARCH__ > 750
#endif
#if __CUDA_ARCH__ <= 750
#endif
#if __CUDA_ARCH__ <= 880
#endif
#if __CUDA_ARCH__ > 890
#endif
#if __CUDA_ARCH__ <= 890
int a;
#endif
