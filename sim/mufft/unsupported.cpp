// Functions that are only declared: distributions of the user's own.
#include "machine/device/api_call.h"
#include "mufftXt.h"

mufftResult mufftXtSetDistribution(mufftHandle, int, const long long*, const long long*,
                                   const long long*, const long long*, const long long*,
                                   const long long*) {
  const musasim::ApiCall call(__func__);
  return MUFFT_NOT_SUPPORTED;
}
