#if defined(__CUDA_ARCH__) && __CUDACC_VER_MAJOR__ >= 12 && (    \
    (__CUDA_ARCH__ == 900 && defined(__CUDA_ARCH_FEAT_SM90_ALL)) \
    || (__CUDA_ARCH__ == 1000 && __CUDA_ARCH_SPECIFIC__ == 1000))
int a;
#endif
#if __CUDA_ARCH__ >= 700 && \
    __CUDA_ARCH__ < 900
int b;
#endif
#if NCCL_MINOR > 3 || CUBLAS_VER_MINOR > 2 || NCCL_VERSION(2, 10, 0) > NCCL_VERSION_CODE
int c;
#endif
const int minor = CUDNN_MINOR, cub = CUB_VERSION;
#undef CUDART_VERSION
#define CUDART_VERSION 12000
int version = CUDART_VERSION;
