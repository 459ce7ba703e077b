// The public matrix-matrix functions.
#include "mublas/elementwise.h"
#include "mublas/gemm.h"
#include "mublas/level3_rank.h"
#include "mublas/level3_triangular.h"

using namespace musasim::blas;

#include "internal/mublas_level3.def"
