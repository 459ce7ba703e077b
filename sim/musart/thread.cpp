// Old names: what is per device was per thread once.
#include "musart/api.h"

using namespace musasim;

musaError_t musaThreadExit() {
  const ApiCall call(__func__);
  return musaDeviceReset();
}

musaError_t musaThreadSynchronize() {
  const ApiCall call(__func__);
  return musaDeviceSynchronize();
}

musaError_t musaThreadSetLimit(musaLimit limit, size_t value) {
  const ApiCall call(__func__);
  return musaDeviceSetLimit(limit, value);
}

musaError_t musaThreadGetLimit(size_t* pValue, musaLimit limit) {
  const ApiCall call(__func__);
  return musaDeviceGetLimit(pValue, limit);
}

musaError_t musaThreadGetCacheConfig(musaFuncCache* pCacheConfig) {
  const ApiCall call(__func__);
  return musaDeviceGetCacheConfig(pCacheConfig);
}

musaError_t musaThreadSetCacheConfig(musaFuncCache cacheConfig) {
  const ApiCall call(__func__);
  return musaDeviceSetCacheConfig(cacheConfig);
}

// Numbers keep their precision: devices have double.
musaError_t musaSetDoubleForDevice(double* d) {
  return query(__func__, [&] { return d == nullptr ? musaErrorInvalidValue : musaSuccess; });
}

musaError_t musaSetDoubleForHost(double* d) {
  return query(__func__, [&] { return d == nullptr ? musaErrorInvalidValue : musaSuccess; });
}
