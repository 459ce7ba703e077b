// What a thread knows about itself, barriers, fences, clocks.
#pragma once

#include <cstddef>

#include "driver_types.h"
#include "vector_types.h"

extern const uint3 threadIdx;
extern const uint3 blockIdx;
extern const dim3 blockDim;
extern const dim3 gridDim;
extern const int warpSize;

void __syncthreads();
int __syncthreads_count(int predicate);
int __syncthreads_and(int predicate);
int __syncthreads_or(int predicate);
void __threadfence();
void __threadfence_block();
void __threadfence_system();

void __trap();
void __brkpt();
void __nanosleep(unsigned nanoseconds);
long long clock64();

namespace musasim {

// Takes what stands between <<< and >>>.
inline void check_launch(dim3 grid, dim3 block, std::size_t shared_bytes = 0,
                         musaStream_t stream = nullptr) {
  (void)grid, (void)block, (void)shared_bytes, (void)stream;
}

}  // namespace musasim
