// Limits and preferences.
#include "check.h"
#include "environment.h"
#include "musa_runtime_api.h"

namespace {

const Environment environment({{"MUSASIM_DEVICES", "2"}});

std::size_t limit(musaLimit which) {
  std::size_t value = 0;
  EQUAL(musaDeviceGetLimit(&value, which), musaSuccess);
  return value;
}

}  // namespace

TEST(limits_have_defaults) {
  EQUAL(limit(musaLimitStackSize), 1024u);
  EQUAL(limit(musaLimitPrintfFifoSize), 1u << 20);
  EQUAL(limit(musaLimitMallocHeapSize), 8u << 20);
  EQUAL(limit(musaLimitPersistingL2CacheSize), 0u);
}

TEST(limits_are_kept_per_device) {
  EQUAL(musaDeviceSetLimit(musaLimitMallocHeapSize, 1 << 24), musaSuccess);
  EQUAL(limit(musaLimitMallocHeapSize), 1u << 24);
  EQUAL(musaSetDevice(1), musaSuccess);
  EQUAL(limit(musaLimitMallocHeapSize), 8u << 20);
  EQUAL(musaSetDevice(0), musaSuccess);
}

TEST(limits_say_what_is_wrong) {
  std::size_t value = 0;
  EQUAL(musaDeviceSetLimit(static_cast<musaLimit>(7), 1), musaErrorUnsupportedLimit);
  EQUAL(musaDeviceGetLimit(&value, static_cast<musaLimit>(7)), musaErrorUnsupportedLimit);
  EQUAL(musaDeviceGetLimit(nullptr, musaLimitStackSize), musaErrorInvalidValue);
  EQUAL(musaDeviceSetLimit(musaLimitStackSize, std::size_t{1} << 40), musaErrorInvalidValue);
  EQUAL(musaDeviceSetLimit(musaLimitMaxL2FetchGranularity, 129), musaErrorInvalidValue);
  EQUAL(musaDeviceSetLimit(musaLimitMallocHeapSize, std::size_t{1} << 60),
        musaErrorMemoryAllocation);
  EQUAL(limit(musaLimitStackSize), 1024u);
}

TEST(preferences_are_kept) {
  musaFuncCache cache = musaFuncCachePreferNone;
  EQUAL(musaDeviceSetCacheConfig(musaFuncCachePreferShared), musaSuccess);
  EQUAL(musaDeviceGetCacheConfig(&cache), musaSuccess);
  EQUAL(cache, musaFuncCachePreferShared);
  musaSharedMemConfig shared = musaSharedMemBankSizeDefault;
  EQUAL(musaDeviceSetSharedMemConfig(musaSharedMemBankSizeEightByte), musaSuccess);
  EQUAL(musaDeviceGetSharedMemConfig(&shared), musaSuccess);
  EQUAL(shared, musaSharedMemBankSizeEightByte);
  EQUAL(musaDeviceSetSharedMemConfig(static_cast<musaSharedMemConfig>(3)), musaErrorInvalidValue);
  EQUAL(musaDeviceGetCacheConfig(nullptr), musaErrorInvalidValue);
  EQUAL(musaDeviceGetSharedMemConfig(nullptr), musaErrorInvalidValue);
  EQUAL(musaCtxResetPersistingL2Cache(), musaSuccess);
}

TEST(stream_priorities_have_a_range) {
  int least = 7;
  int greatest = 7;
  EQUAL(musaDeviceGetStreamPriorityRange(&least, &greatest), musaSuccess);
  EQUAL(least, 0);
  CHECK(greatest < least);
  EQUAL(musaDeviceGetStreamPriorityRange(nullptr, nullptr), musaSuccess);
}

TEST_MAIN()
