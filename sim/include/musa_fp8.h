// The 8 bit formats e4m3, e5m2 and e8m0: storage types, conversion functions, and C++ types of one,
// two and four values. Conversions work on the host, and so in kernels that the simulator runs.
#ifndef MUSA_FP8_H_
#define MUSA_FP8_H_

#include "musa_bf16.h"
#include "musa_fp16.h"
#include "vector_types.h"

typedef unsigned char __mt_fp8_storage_t;
typedef unsigned short __mt_fp8x2_storage_t;
typedef unsigned int __mt_fp8x4_storage_t;

typedef enum __mt_saturation_t {
  __MT_NOSAT,     /* beyond the range: infinity, or NaN in e4m3 */
  __MT_SATFINITE, /* beyond the range, infinity too: the largest finite value */
} __mt_saturation_t;

typedef enum __mt_fp8_interpretation_t {
  __MT_E4M3,
  __MT_E5M2,
} __mt_fp8_interpretation_t;

#ifdef __cplusplus
#include "musasim/fp8_convert.h"
#include "musasim/fp8_types.h"
#endif

#endif
