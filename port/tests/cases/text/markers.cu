cudaError_t a;
// torchada: off
cudaError_t b;
#if __CUDA_ARCH__ >= 800
#endif
// torchada: on
cudaError_t c;
/* torchada: off */ cudaError_t d; /* torchada: on */ cudaError_t e;
// torchada: off
#ifdef cudaFree
#if defined(cudaFree) && __CUDA_ARCH__ >= 800
cudaError_t f;
#endif
#endif
// torchada: on
#ifdef cudaFree  // torchada: off
cudaError_t g;
#else  // torchada: on
cudaError_t h;
#endif
cuda::/* torchada: off */ stream_ref i;
cudaError_t j;
// torchada: on
