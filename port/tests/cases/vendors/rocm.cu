#ifdef USE_ROCM
#include <cuda_runtime.h>
cudaError_t a;
#else
cudaError_t b;
#endif
#ifndef USE_ROCM
cudaError_t c;
#else
cudaError_t d;
#endif
#if defined(USE_ROCM) || defined(OTHER)
cudaError_t e;
#endif
#if !defined(__HIP_PLATFORM_AMD__) && defined(OTHER)
cudaError_t f;
#else
cudaError_t g;
#endif
#if defined(__HIPCC__) && defined(OTHER)
cudaError_t h;
#elif defined(THIRD)
cudaError_t i;
#endif
#if TORCH_HIP_VERSION >= 305
cudaError_t j;
#endif
