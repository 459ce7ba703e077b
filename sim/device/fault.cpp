// What ends a kernel from inside, and clocks.
#include <time.h>

#include "device/carrier.h"
#include "musasim/device/built_in.h"

using namespace musasim::device;

void __trap() { fail_kernel(musaErrorLaunchFailure); }

long long clock64() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}
