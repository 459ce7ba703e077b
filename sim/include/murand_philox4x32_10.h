// The Philox generator of kernels alone; murand_kernel.h has them all. C++ only, as kernels are.
#ifndef MURAND_PHILOX4X32_10_H_
#define MURAND_PHILOX4X32_10_H_

#include "murand.h"

#ifdef __cplusplus
#include "musasim/random/philox.h"
#endif

#endif
