// CUB's macros. This folder declares a part of CUB, for compilers' front ends; nothing of it runs yet.
#pragma once

#include "musa_runtime.h"

#define CUB_VERSION 101700
#define CUB_WARP_THREADS(unused) 32
#define CUB_LOG_WARP_THREADS(unused) 5
#define CUB_PTX_WARP_THREADS CUB_WARP_THREADS(0)
#define CUB_PTX_LOG_WARP_THREADS CUB_LOG_WARP_THREADS(0)
#define CUB_PTX_ARCH 0
#define CUB_MIN(a, b) (((a) > (b)) ? (b) : (a))
#define CUB_MAX(a, b) (((a) > (b)) ? (a) : (b))
#define CUB_RUNTIME_FUNCTION
#define CUB_NS_QUALIFIER ::cub
#define CubDebug(error) (error)
