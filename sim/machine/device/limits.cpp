// Limits and preferences of the devices.
#include "machine/device/limits.h"

#include <array>
#include <atomic>

#include "machine/device/properties.h"
#include "machine/device/simulated_gpus.h"

namespace musasim {

namespace {

constexpr int kLimits = musaLimitPersistingL2CacheSize + 1;
constexpr std::size_t kMaxFetchGranularity = 128;
constexpr std::size_t kMaxStack = std::size_t{512} << 10;
constexpr std::array<std::size_t, kLimits> kDefaults = {
    1024,                  // stack of a thread
    std::size_t{1} << 20,  // printf buffer
    std::size_t{8} << 20,  // heap of malloc in kernels
    2,                     // depth of launches from kernels
    2048,                  // pending launches from kernels
    64,                    // L2 fetch granularity
    0,                     // persisting L2 cache
};

struct Preferences {
  std::array<std::atomic<std::size_t>, kLimits> limits;
  std::atomic<int> cache{musaFuncCachePreferNone};
  std::atomic<int> shared{musaSharedMemBankSizeDefault};

  Preferences() { reset(); }
  void reset() {
    for (std::size_t i = 0; i < kDefaults.size(); ++i) {
      limits[i] = kDefaults[i];
    }
    cache = musaFuncCachePreferNone;
    shared = musaSharedMemBankSizeDefault;
  }
};

Preferences& preferences(int device) {
  static auto* const all = new std::array<Preferences, kMaxDevices>;
  return (*all)[static_cast<std::size_t>(device)];
}

std::size_t largest(int device, musaLimit limit) {
  switch (limit) {
    case musaLimitStackSize: return kMaxStack;
    case musaLimitMaxL2FetchGranularity: return kMaxFetchGranularity;
    case musaLimitPersistingL2CacheSize:
      return static_cast<std::size_t>(device_properties(device).persistingL2CacheMaxSize);
    default: return settings().memory;
  }
}

bool is_limit(int limit) { return limit >= 0 && limit < kLimits; }

}  // namespace

musaError_t set_limit(int device, musaLimit limit, std::size_t value) {
  if (!is_limit(limit)) {
    return musaErrorUnsupportedLimit;
  }
  if (value > largest(device, limit)) {
    return limit == musaLimitMallocHeapSize || limit == musaLimitPrintfFifoSize
               ? musaErrorMemoryAllocation
               : musaErrorInvalidValue;
  }
  preferences(device).limits[limit] = value;
  return musaSuccess;
}

musaError_t get_limit(int device, musaLimit limit, std::size_t* value) {
  if (!is_limit(limit)) {
    return musaErrorUnsupportedLimit;
  }
  *value = preferences(device).limits[limit];
  return musaSuccess;
}

musaError_t set_cache_config(int device, musaFuncCache config) {
  if (!is_cache_config(config)) {
    return musaErrorInvalidValue;
  }
  preferences(device).cache = config;
  return musaSuccess;
}

musaFuncCache cache_config(int device) {
  return static_cast<musaFuncCache>(preferences(device).cache.load());
}

musaError_t set_shared_config(int device, musaSharedMemConfig config) {
  if (!is_shared_config(config)) {
    return musaErrorInvalidValue;
  }
  preferences(device).shared = config;
  return musaSuccess;
}

musaSharedMemConfig shared_config(int device) {
  return static_cast<musaSharedMemConfig>(preferences(device).shared.load());
}

void reset_limits(int device) { preferences(device).reset(); }

}  // namespace musasim
