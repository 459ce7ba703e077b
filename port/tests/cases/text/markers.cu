cudaError_t a;
// torchada: off
cudaError_t b;
#if __CUDA_ARCH__ >= 800
#endif
// torchada: on
cudaError_t c;
/* torchada: off */ cudaError_t d; /* torchada: on */ cudaError_t e;
