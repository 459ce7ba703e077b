// The 4 bit format e2m1: 0, 0.5, 1, 1.5, 2, 3, 4, 6 and their negatives. One value takes a byte; two share one,
// the first in the lower half.
#ifndef MUSA_FP4_H_
#define MUSA_FP4_H_

#include "device_types.h"
#include "musa_fp8.h"

typedef unsigned char __mt_fp4_storage_t;
typedef unsigned char __mt_fp4x2_storage_t;
typedef unsigned short __mt_fp4x4_storage_t;

typedef enum __mt_fp4_interpretation_t { __MT_E2M1 } __mt_fp4_interpretation_t;

#ifdef __cplusplus
#include "musasim/fp4_types.h"
#endif

#endif
