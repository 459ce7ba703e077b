// No include guard: musa_fp16.h and musa_bf16.h each include this once, with the macros
// MUSASIM_FLOAT16* naming their type, and get its types, conversions and functions.
#define MUSASIM_STATIC static inline __attribute__((unused))

// Each uses what stands before it.
// clang-format off
#include "musasim/float16_types.h"
#include "musasim/float16_convert.h"
#include "musasim/float16_arithmetic.h"
#include "musasim/float16_compare.h"
#include "musasim/float16_math.h"
#include "musasim/float16_operators.h"
#include "musasim/float16_memory.h"
// clang-format on

#undef MUSASIM_STATIC
#undef MUSASIM_FLOAT16
#undef MUSASIM_FLOAT16_OTHER
#undef MUSASIM_FLOAT16_RAW
#undef MUSASIM_FLOAT16_X2
#undef MUSASIM_FLOAT16_X2_RAW
#undef MUSASIM_FLOAT16_X4
#undef MUSASIM_FLOAT16_NAMED
#undef MUSASIM_FLOAT16_TO_PAIR
#undef MUSASIM_FLOAT16_FORMAT
#undef MUSASIM_FLOAT16_BITS
#undef MUSASIM_FLOAT16_VALUE
#undef MUSASIM_NO_CONVERSIONS
#undef MUSASIM_NO_OPERATORS
#undef MUSASIM_NO_X2_OPERATORS
