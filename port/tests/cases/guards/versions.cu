#if CUDA_VERSION >= 12080
int a;
#endif
#if defined(CUDART_VERSION) && CUDART_VERSION < 11000
int b;
#endif
#if __CUDACC_VER_MAJOR__ >= 12 && __CUDACC_VER_MINOR__ >= 4
int c;
#endif
bool d = prop.major >= 8 || props->major * 10 + props->minor >= 75;
