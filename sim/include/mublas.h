// muBLAS: dense linear algebra. mublas_api.h has the functions.
#ifndef MUBLAS_H_
#define MUBLAS_H_

#include "mublas_api.h"

#endif  // MUBLAS_H_
