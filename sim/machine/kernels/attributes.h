// Attributes of functions: what a device can hold of a kernel, what is known of it, can be set, and how many
// blocks fit.
#pragma once

#include <cstddef>
#include <functional>

#include "driver_types.h"
#include "machine/export.h"
#include "machine/kernels/kernel.h"

namespace musasim {

struct LaunchLimits {
  int warp_size;
  int max_threads_per_block;
  unsigned max_block[3];
  unsigned max_grid[3];
  std::size_t shared_per_block;        // without opting in
  std::size_t shared_per_block_optin;  // musaFuncAttributeMaxDynamicSharedMemorySize goes up to it
  std::size_t shared_per_multiprocessor;
  std::size_t shared_reserved_per_block;
  int registers_per_block;
  int registers_per_multiprocessor;
  int max_threads_per_multiprocessor;
  int max_blocks_per_multiprocessor;
  int multiprocessors;
};
MUSASIM_API LaunchLimits launch_limits(int device);

MUSASIM_API musaFuncAttributes function_attributes(const Function& function);
// musaErrorInvalidValue: a value out of range, or an attribute that cannot be set.
MUSASIM_API musaError_t set_function_attribute(Function& function, musaFuncAttribute attribute,
                                               int value);

// The most threads of a block that the device has resources for: a launch with more is refused.
MUSASIM_API int resident_threads(const Function& function);
// The same, and no more than the kernel's __launch_bounds__: the attribute maxThreadsPerBlock.
MUSASIM_API int max_threads(const Function& function);
// Dynamic shared memory that a launch may ask for.
MUSASIM_API std::size_t max_dynamic_shared(const Function& function);

// Blocks of that size that one multiprocessor holds at a time; 0 when none fits.
// musaErrorInvalidValue for a block size that is not positive.
MUSASIM_API musaError_t active_blocks(const Function& function, int block_size,
                                      std::size_t dynamic_shared, int* blocks);
// The dynamic shared memory that is left for each block when `blocks` of them share it.
MUSASIM_API musaError_t available_dynamic_shared(const Function& function, int blocks,
                                                 int block_size, std::size_t* bytes);
// The block size with the most resident threads (musaOccupancyMaxPotentialBlockSize) and the grid
// that fills the device. `shared_of` a block size is its dynamic shared memory; `limit` 0: none.
MUSASIM_API musaError_t best_block(const Function& function,
                                   const std::function<std::size_t(int)>& shared_of, int limit,
                                   int* grid, int* block);

}  // namespace musasim
