// The switch of musaProfilerStart and musaProfilerStop.
#include "machine/device/profiler.h"

#include <atomic>

namespace musasim {

namespace {

std::atomic<bool> g_profiling{true};

}  // namespace

void set_profiling(bool on) noexcept { g_profiling = on; }

bool profiling() noexcept { return g_profiling; }

}  // namespace musasim
