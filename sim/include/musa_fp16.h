// Half precision: __half, __half2, __half4, their conversions and functions. In C++ everything
// works on the host, and so in the kernels that the simulator runs; C has the storage types only.
#ifndef MUSA_FP16_H_
#define MUSA_FP16_H_

#include "vector_types.h"

#ifdef __cplusplus

#include "musasim/narrow_float.h"

struct __half_raw {
  unsigned short x;
};
struct alignas(4) __half2_raw {
  unsigned short x;
  unsigned short y;
};

#define MUSASIM_FLOAT16 __half
#define MUSASIM_FLOAT16_OTHER __mt_bfloat16
#define MUSASIM_FLOAT16_RAW __half_raw
#define MUSASIM_FLOAT16_X2 __half2
#define MUSASIM_FLOAT16_X2_RAW __half2_raw
#define MUSASIM_FLOAT16_X4 __half4
#define MUSASIM_FLOAT16_NAMED(before, after) before##half##after
#define MUSASIM_FLOAT16_TO_PAIR __half2half2
#define MUSASIM_FLOAT16_FORMAT half_format
#define MUSASIM_FLOAT16_BITS half_bits
#define MUSASIM_FLOAT16_VALUE half_value
#ifdef __MUSA_NO_HALF_CONVERSIONS__
#define MUSASIM_NO_CONVERSIONS
#endif
#if defined(__MUSA_NO_HALF_OPERATORS__)
#define MUSASIM_NO_OPERATORS
#endif
#if defined(__MUSA_NO_HALF2_OPERATORS__)
#define MUSASIM_NO_X2_OPERATORS
#endif
#include "musasim/float16_all.h"

typedef __half __mt_half;
typedef __half2 __mt_half2;
typedef __half_raw __mt_half_raw;
typedef __half2_raw __mt_half2_raw;
typedef __half mt_half;
typedef __half2 mt_half2;

#else

typedef struct {
  unsigned short x;
} __half_raw;
typedef struct {
  unsigned short x;
  unsigned short y;
} __attribute__((aligned(4))) __half2_raw;
typedef __half_raw __half;
typedef __half2_raw __half2;

#endif
#endif

// A .mu file that does not include this may give these names to something else: what mcc includes before the file
// leaves them out.
#if defined(__cplusplus) && !defined(MUSA_NO_HALF) && !defined(MUSASIM_BEFORE_THE_FILE)
typedef __half half;
typedef __half2 half2;
#endif
