// Complex numbers of float and double, and their arithmetic, for C and C++.
#ifndef MUSA_COMPLEX_H_
#define MUSA_COMPLEX_H_

#include <math.h>

#include "vector_types.h"

typedef float2 muFloatComplex;
typedef double2 muDoubleComplex;
typedef muFloatComplex muComplex;

#define MUSASIM_STATIC static inline __attribute__((unused))
#ifdef __cplusplus
#define MUSASIM_NARROW(value) static_cast<float>(value)
#else
#define MUSASIM_NARROW(value) ((float)(value))
#endif

/* One arithmetic for both types: `f` ends the names of the float ones. */
#define MUSASIM_COMPLEX(complex, real, f, make)                                                 \
  MUSASIM_STATIC complex make(real r, real i) {                                                 \
    complex result;                                                                             \
    result.x = r;                                                                               \
    result.y = i;                                                                               \
    return result;                                                                              \
  }                                                                                             \
  MUSASIM_STATIC real muCreal##f(complex x) { return x.x; }                                     \
  MUSASIM_STATIC real muCimag##f(complex x) { return x.y; }                                     \
  MUSASIM_STATIC complex muConj##f(complex x) { return make(x.x, -x.y); }                       \
  MUSASIM_STATIC complex muCadd##f(complex x, complex y) { return make(x.x + y.x, x.y + y.y); } \
  MUSASIM_STATIC complex muCsub##f(complex x, complex y) { return make(x.x - y.x, x.y - y.y); } \
  MUSASIM_STATIC complex muCmul##f(complex x, complex y) {                                      \
    return make(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);                                  \
  }                                                                                             \
  MUSASIM_STATIC complex muCfma##f(complex x, complex y, complex d) {                           \
    return muCadd##f(muCmul##f(x, y), d);                                                       \
  }                                                                                             \
  /* The larger part of the divisor divides first, so that nothing overflows on the way. */     \
  MUSASIM_STATIC complex muCdiv##f(complex x, complex y) {                                      \
    if (fabs##f(y.x) >= fabs##f(y.y)) {                                                         \
      const real ratio = y.y / y.x;                                                             \
      const real scale = y.x + y.y * ratio;                                                     \
      return make((x.x + x.y * ratio) / scale, (x.y - x.x * ratio) / scale);                    \
    } else {                                                                                    \
      const real ratio = y.x / y.y;                                                             \
      const real scale = y.x * ratio + y.y;                                                     \
      return make((x.x * ratio + x.y) / scale, (x.y * ratio - x.x) / scale);                    \
    }                                                                                           \
  }                                                                                             \
  MUSASIM_STATIC real muCabs##f(complex x) { return hypot##f(x.x, x.y); }

MUSASIM_COMPLEX(muFloatComplex, float, f, make_muFloatComplex)
MUSASIM_COMPLEX(muDoubleComplex, double, , make_muDoubleComplex)

MUSASIM_STATIC muComplex make_muComplex(float x, float y) { return make_muFloatComplex(x, y); }
MUSASIM_STATIC muDoubleComplex muComplexFloatToDouble(muFloatComplex c) {
  return make_muDoubleComplex(c.x, c.y);
}
MUSASIM_STATIC muFloatComplex muComplexDoubleToFloat(muDoubleComplex c) {
  muFloatComplex result;
  result.x = MUSASIM_NARROW(c.x);
  result.y = MUSASIM_NARROW(c.y);
  return result;
}

#undef MUSASIM_COMPLEX
#undef MUSASIM_NARROW
#undef MUSASIM_STATIC

#endif
