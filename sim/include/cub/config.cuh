// CUB's macros. This folder is the part of CUB that extensions use, written for the simulator.
#pragma once

#include "musa_runtime.h"

#define CUB_VERSION 101700
#define CUB_MAJOR_VERSION 1
#define CUB_MINOR_VERSION 17
#define CUB_WARP_THREADS(unused) 32
#define CUB_LOG_WARP_THREADS(unused) 5
#define CUB_PTX_WARP_THREADS CUB_WARP_THREADS(0)
#define CUB_PTX_LOG_WARP_THREADS CUB_LOG_WARP_THREADS(0)
#define CUB_PTX_ARCH 0
#define CUB_MIN(a, b) (((a) > (b)) ? (b) : (a))
#define CUB_MAX(a, b) (((a) > (b)) ? (a) : (b))
#define CUB_QUOTIENT_CEILING(x, y) (((x) + (y) - 1) / (y))
#define CUB_ROUND_UP_NEAREST(x, y) (CUB_QUOTIENT_CEILING(x, y) * (y))
#define CUB_RUNTIME_FUNCTION
#ifndef CUB_NS_PREFIX
#define CUB_NS_PREFIX
#endif
#ifndef CUB_NS_POSTFIX
#define CUB_NS_POSTFIX
#endif
#define CUB_NAMESPACE_BEGIN namespace cub {
#define CUB_NAMESPACE_END }
#ifndef CUB_NS_QUALIFIER
#define CUB_NS_QUALIFIER ::cub
#endif
// 1 where a macro has no text.
#define MUSASIM_CUB_SECOND(first, second, ...) second
#define MUSASIM_CUB_PAIR(...) MUSASIM_CUB_SECOND(__VA_ARGS__)
#define MUSASIM_CUB_PROBE() 0, 1
#define MUSASIM_CUB_IS_EMPTY(macro) MUSASIM_CUB_PAIR(MUSASIM_CUB_PROBE macro(), 0, 0)
#define CUB_USE_COOPERATIVE_GROUPS
#define CubDebug(error) (error)

namespace cub {
namespace detail {

// The storage of algorithms that keep nothing there. A kernel that puts vectors behind it finds them aligned.
struct alignas(16) NoStorage {
  unsigned char unused;
};

}  // namespace detail
}  // namespace cub
