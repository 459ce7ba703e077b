// Functions over the threads of a warp.
#pragma once

#include "musa_bf16.h"
#include "musa_fp16.h"

#define MUSASIM_SHUFFLES(type)                                                      \
  type __shfl_sync(unsigned mask, type value, int lane, int width = 32);            \
  type __shfl_up_sync(unsigned mask, type value, unsigned delta, int width = 32);   \
  type __shfl_down_sync(unsigned mask, type value, unsigned delta, int width = 32); \
  type __shfl_xor_sync(unsigned mask, type value, int lane_mask, int width = 32);

MUSASIM_SHUFFLES(int)
MUSASIM_SHUFFLES(unsigned)
MUSASIM_SHUFFLES(long)
MUSASIM_SHUFFLES(unsigned long)
MUSASIM_SHUFFLES(long long)
MUSASIM_SHUFFLES(unsigned long long)
MUSASIM_SHUFFLES(float)
MUSASIM_SHUFFLES(double)
MUSASIM_SHUFFLES(__half)
MUSASIM_SHUFFLES(__half2)
MUSASIM_SHUFFLES(__mt_bfloat16)
MUSASIM_SHUFFLES(__mt_bfloat162)

#undef MUSASIM_SHUFFLES

void __syncwarp(unsigned mask = 0xffffffffu);
unsigned __activemask();
int __all_sync(unsigned mask, int predicate);
int __any_sync(unsigned mask, int predicate);
unsigned __ballot_sync(unsigned mask, int predicate);
