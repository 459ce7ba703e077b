// bfloat16: __mt_bfloat16, __mt_bfloat162, __mt_bfloat164, their conversions and functions. In C++
// everything works on the host, and so in the kernels that the simulator runs; C has the storage
// types only.
#ifndef MUSA_BF16_H_
#define MUSA_BF16_H_

#include "vector_types.h"

#ifdef __cplusplus

#include "musasim/narrow_float.h"

struct __mt_bfloat16_raw {
  unsigned short x;
};
struct alignas(4) __mt_bfloat162_raw {
  unsigned short x;
  unsigned short y;
};

#define MUSASIM_FLOAT16 __mt_bfloat16
#define MUSASIM_FLOAT16_OTHER __half
#define MUSASIM_FLOAT16_RAW __mt_bfloat16_raw
#define MUSASIM_FLOAT16_X2 __mt_bfloat162
#define MUSASIM_FLOAT16_X2_RAW __mt_bfloat162_raw
#define MUSASIM_FLOAT16_X4 __mt_bfloat164
#define MUSASIM_FLOAT16_NAMED(before, after) before##bfloat16##after
#define MUSASIM_FLOAT16_TO_PAIR __bfloat162bfloat162
#define MUSASIM_FLOAT16_FORMAT bfloat16_format
#define MUSASIM_FLOAT16_BITS bfloat16_bits
#define MUSASIM_FLOAT16_VALUE bfloat16_value
#ifdef __MUSA_NO_BFLOAT16_CONVERSIONS__
#define MUSASIM_NO_CONVERSIONS
#endif
#if defined(__MUSA_NO_BFLOAT16_OPERATORS__)
#define MUSASIM_NO_OPERATORS
#endif
#if defined(__MUSA_NO_BFLOAT162_OPERATORS__)
#define MUSASIM_NO_X2_OPERATORS
#endif
#include "musasim/float16_all.h"

#ifndef MUSA_NO_BFLOAT16
typedef __mt_bfloat16 mt_bfloat16;
typedef __mt_bfloat162 mt_bfloat162;
typedef __mt_bfloat164 mt_bfloat164;
#endif

#else

typedef struct {
  unsigned short x;
} __mt_bfloat16_raw;
typedef struct {
  unsigned short x;
  unsigned short y;
} __attribute__((aligned(4))) __mt_bfloat162_raw;
typedef __mt_bfloat16_raw __mt_bfloat16;
typedef __mt_bfloat162_raw __mt_bfloat162;

#endif
#endif
