// make_char1 ... make_double4.
#pragma once

#include "vector_types.h"

#define MUSASIM_MAKERS(type, prefix)                                         \
  static inline prefix##1 make_##prefix##1(type x) {                         \
    prefix##1 v = {x};                                                       \
    return v;                                                                \
  }                                                                          \
  static inline prefix##2 make_##prefix##2(type x, type y) {                 \
    prefix##2 v = {x, y};                                                    \
    return v;                                                                \
  }                                                                          \
  static inline prefix##3 make_##prefix##3(type x, type y, type z) {         \
    prefix##3 v = {x, y, z};                                                 \
    return v;                                                                \
  }                                                                          \
  static inline prefix##4 make_##prefix##4(type x, type y, type z, type w) { \
    prefix##4 v = {x, y, z, w};                                              \
    return v;                                                                \
  }

MUSASIM_MAKERS(signed char, char)
MUSASIM_MAKERS(unsigned char, uchar)
MUSASIM_MAKERS(short, short)
MUSASIM_MAKERS(unsigned short, ushort)
MUSASIM_MAKERS(int, int)
MUSASIM_MAKERS(unsigned int, uint)
MUSASIM_MAKERS(long, long)
MUSASIM_MAKERS(unsigned long, ulong)
MUSASIM_MAKERS(long long, longlong)
MUSASIM_MAKERS(unsigned long long, ulonglong)
MUSASIM_MAKERS(float, float)
MUSASIM_MAKERS(double, double)

#undef MUSASIM_MAKERS
