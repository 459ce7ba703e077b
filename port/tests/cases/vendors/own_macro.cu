// A project's own name of USE_MUSA; what is outside of its branches is translated.
#include <c10/cuda/CUDAStream.h>
#ifdef A_PROJECT_USE_MUSA
#include <ATen/musa/MUSAGraphsUtils.muh>
#else
#include <ATen/cuda/CUDAGraphsUtils.cuh>
#endif
cudaStream_t a;
#ifndef A_PROJECT_WITH_MUSA
cudaStream_t b;
#endif
#ifdef REUSE_MUSA
cudaStream_t c;
#endif
