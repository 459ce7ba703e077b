// muBLAS under the header name that code from cuBLAS includes: there is only this one interface.
#ifndef MUBLAS_V2_H_
#define MUBLAS_V2_H_

#include "mublas_api.h"

#endif  // MUBLAS_V2_H_
