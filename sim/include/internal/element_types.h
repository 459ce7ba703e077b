// Declarations of a function for the four element types that its name begins with. A row
// takes the name's letter P, the element type T and the type of its real part R.
#pragma once

#include "muComplex.h"

// clang-format off
#define MUSASIM_SDCZ(ROW)    \
  ROW(S, float, float)       \
  ROW(D, double, double)     \
  ROW(C, muComplex, float)   \
  ROW(Z, muDoubleComplex, double)

// The same where the names of real and complex functions differ: (ROW, sy, he) for Ssyevd, Cheevd.
#define MUSASIM_SDCZ_NAMES(ROW, real, complex)  \
  ROW(S##real, float, float)                    \
  ROW(D##real, double, double)                  \
  ROW(C##complex, muComplex, float)             \
  ROW(Z##complex, muDoubleComplex, double)
// clang-format on
