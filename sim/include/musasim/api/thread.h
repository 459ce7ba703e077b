// Old names of device functions.
#pragma once

#include "driver_types.h"
#include "musasim/api/macros.h"

#if defined(__cplusplus)
extern "C" {
#endif

MUSARTAPI musaError_t musaThreadExit(void);
MUSARTAPI musaError_t musaThreadSynchronize(void);
MUSARTAPI musaError_t musaThreadSetLimit(enum musaLimit limit, size_t value);
MUSARTAPI musaError_t musaThreadGetLimit(size_t* pValue, enum musaLimit limit);
MUSARTAPI musaError_t musaThreadGetCacheConfig(enum musaFuncCache* pCacheConfig);
MUSARTAPI musaError_t musaThreadSetCacheConfig(enum musaFuncCache cacheConfig);

#if defined(__cplusplus)
}
#endif
