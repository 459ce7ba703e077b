// The public matrix-vector functions.
#include "mublas/gemv_batched.h"
#include "mublas/level2_general.h"
#include "mublas/level2_symmetric.h"

using namespace musasim::blas;

#include "internal/mublas_level2.def"
