#if CUDA_VERSION >= 50000 && defined(CUDA_VERSION)
int a = CUDA_VERSION;
#endif
#if CUDNN_VERSION >= 8000
int b;
#endif
#if MY_ARCH >= 220 || __CUDA_ARCH_LIST__ > 1
int c = CUDART_VERSION >= 2;
#endif
cudaStream_t d = at::cuda::getCurrentCUDAStream(), e = at::cuda::getDefaultCUDAStream();
cudaStream_t f = at::cuda::currentStream();
