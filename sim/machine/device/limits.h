// Settings of a device that a program may read back: limits, cache and shared memory preferences.
// They change nothing else in the simulator.
#pragma once

#include <cstddef>

#include "driver_types.h"
#include "machine/export.h"

namespace musasim {

// musaErrorUnsupportedLimit for an unknown limit, musaErrorInvalidValue for one out of range.
MUSASIM_API musaError_t set_limit(int device, musaLimit limit, std::size_t value);
MUSASIM_API musaError_t get_limit(int device, musaLimit limit, std::size_t* value);

MUSASIM_API musaError_t set_cache_config(int device, musaFuncCache config);
MUSASIM_API musaFuncCache cache_config(int device);
MUSASIM_API musaError_t set_shared_config(int device, musaSharedMemConfig config);
MUSASIM_API musaSharedMemConfig shared_config(int device);

inline bool is_cache_config(int config) {
  return config >= musaFuncCachePreferNone && config <= musaFuncCachePreferEqual;
}
inline bool is_shared_config(int config) {
  return config >= musaSharedMemBankSizeDefault && config <= musaSharedMemBankSizeEightByte;
}

// All back to what a new process has.
MUSASIM_API void reset_limits(int device);

}  // namespace musasim
