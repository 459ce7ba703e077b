// The function and variable qualifiers, for a host compiler: they mean nothing there. A compiler
// for .mu files defines __MUSACC__ and brings its own.
#pragma once

#if !defined(__MUSACC__)
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __grid_constant__
#define __launch_bounds__(...)
#endif

#if defined(__GNUC__)
#if !defined(__forceinline__)
#define __forceinline__ inline __attribute__((always_inline))
#endif
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __builtin_align__(bytes) __align__(bytes)
#if !defined(__MUSA_ALIGN__)
#define __MUSA_ALIGN__(bytes) __align__(bytes)
#endif
#define MUSARTAPI __attribute__((visibility("default")))
#endif
