// Limits, cache and shared memory preferences, stream priorities of the current device.
#include "machine/device/limits.h"

#include "machine/stream/stream.h"
#include "musart/api.h"

using namespace musasim;

musaError_t musaDeviceSetLimit(musaLimit limit, size_t value) {
  return api(__func__, [&] { return set_limit(current_device(), limit, value); });
}

musaError_t musaDeviceGetLimit(size_t* pValue, musaLimit limit) {
  return api(__func__, [&] {
    return pValue == nullptr ? musaErrorInvalidValue : get_limit(current_device(), limit, pValue);
  });
}

musaError_t musaDeviceSetCacheConfig(musaFuncCache cacheConfig) {
  return api(__func__, [&] { return set_cache_config(current_device(), cacheConfig); });
}

musaError_t musaDeviceGetCacheConfig(musaFuncCache* pCacheConfig) {
  return api(__func__, [&] { return store(pCacheConfig, cache_config(current_device())); });
}

musaError_t musaDeviceSetSharedMemConfig(musaSharedMemConfig config) {
  return api(__func__, [&] { return set_shared_config(current_device(), config); });
}

musaError_t musaDeviceGetSharedMemConfig(musaSharedMemConfig* pConfig) {
  return api(__func__, [&] { return store(pConfig, shared_config(current_device())); });
}

// Either pointer may be null.
musaError_t musaDeviceGetStreamPriorityRange(int* leastPriority, int* greatestPriority) {
  return api(__func__, [&] {
    if (leastPriority != nullptr) {
      *leastPriority = kLeastStreamPriority;
    }
    if (greatestPriority != nullptr) {
      *greatestPriority = kGreatestStreamPriority;
    }
    return musaSuccess;
  });
}
