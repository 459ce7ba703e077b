// Atomic functions; each has a form for the block and one for the system.
#pragma once

#include "musa_bf16.h"
#include "musa_fp16.h"

#define MUSASIM_ATOMIC(name, type)              \
  type name(type* address, type value);         \
  type name##_block(type* address, type value); \
  type name##_system(type* address, type value);
#define MUSASIM_ATOMIC_INTEGERS(name) \
  MUSASIM_ATOMIC(name, int)           \
  MUSASIM_ATOMIC(name, unsigned)      \
  MUSASIM_ATOMIC(name, unsigned long long)

MUSASIM_ATOMIC_INTEGERS(atomicAdd)
MUSASIM_ATOMIC(atomicAdd, float)
MUSASIM_ATOMIC(atomicAdd, double)
MUSASIM_ATOMIC(atomicAdd, __half)
MUSASIM_ATOMIC(atomicAdd, __half2)
MUSASIM_ATOMIC(atomicAdd, __mt_bfloat16)
MUSASIM_ATOMIC(atomicAdd, __mt_bfloat162)
MUSASIM_ATOMIC(atomicSub, int)
MUSASIM_ATOMIC(atomicSub, unsigned)
MUSASIM_ATOMIC_INTEGERS(atomicExch)
MUSASIM_ATOMIC(atomicExch, float)
MUSASIM_ATOMIC_INTEGERS(atomicMin)
MUSASIM_ATOMIC(atomicMin, long long)
MUSASIM_ATOMIC_INTEGERS(atomicMax)
MUSASIM_ATOMIC(atomicMax, long long)
MUSASIM_ATOMIC(atomicInc, unsigned)
MUSASIM_ATOMIC(atomicDec, unsigned)
MUSASIM_ATOMIC_INTEGERS(atomicAnd)
MUSASIM_ATOMIC_INTEGERS(atomicOr)
MUSASIM_ATOMIC_INTEGERS(atomicXor)

#undef MUSASIM_ATOMIC_INTEGERS
#undef MUSASIM_ATOMIC

#define MUSASIM_ATOMIC_CAS(type)                                  \
  type atomicCAS(type* address, type expected, type value);       \
  type atomicCAS_block(type* address, type expected, type value); \
  type atomicCAS_system(type* address, type expected, type value);

MUSASIM_ATOMIC_CAS(int)
MUSASIM_ATOMIC_CAS(unsigned)
MUSASIM_ATOMIC_CAS(unsigned long long)
MUSASIM_ATOMIC_CAS(unsigned short)

#undef MUSASIM_ATOMIC_CAS
