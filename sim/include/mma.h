// Matrix fragments of a warp: mtmusa::wmma, the counterpart of nvcuda::wmma. C++17, as kernels are.
#pragma once

#if defined(__cplusplus) && __cplusplus >= 201703L
#include "musa_bf16.h"
#include "musa_fp16.h"
#include "musasim/device/wmma.h"
#include "musasim/device/wmma_bits.h"
#endif
