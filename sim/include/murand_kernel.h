// muRAND's functions for kernels: a state a thread, murand_init(), and the next number of it in
// every distribution. They work on the host too, and give there what generators of murand.h give.
// C++ only, as kernels are.
#ifndef MURAND_KERNEL_H_
#define MURAND_KERNEL_H_

#include "murand.h"

#ifdef __cplusplus
#include "musasim/random/discrete.h"
#include "musasim/random/mrg32k3a.h"
#include "musasim/random/normal.h"
#include "musasim/random/philox.h"
#include "musasim/random/sobol.h"
#include "musasim/random/uniform.h"
#include "musasim/random/xorwow.h"
#endif

#endif
