// Start of the driver, its version, the profiler's switch.
#include "machine/device/profiler.h"
#include "musa/api.h"

namespace d = musasim::driver;

MUresult muInit(unsigned int flags) {
  return d::anytime(__func__, [&] { return musasim::initialize_driver(flags); });
}

MUresult muDriverGetVersion(int* driverVersion) {
  return d::anytime(__func__, [&] { return d::store(driverVersion, MUSA_VERSION); });
}

MUresult muProfilerStart(void) {
  return d::in_context(__func__, [] {
    musasim::set_profiling(true);
    return musaSuccess;
  });
}

MUresult muProfilerStop(void) {
  return d::in_context(__func__, [] {
    musasim::set_profiling(false);
    return musaSuccess;
  });
}
