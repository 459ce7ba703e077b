// Reads MUSASIM_KERNEL_TIMEOUT, and tells of kernels that run for longer.
#include "device/time_limit.h"

#include <cstdio>
#include <cstdlib>

#include "device/check/source_line.h"
#include "musasim/device/state.h"

namespace musasim::device {

std::chrono::milliseconds time_limit() noexcept {
  static const std::chrono::milliseconds limit = [] {
    const char* const text = std::getenv("MUSASIM_KERNEL_TIMEOUT");
    const double seconds = text == nullptr ? 0 : std::atof(text);
    return std::chrono::milliseconds(
        seconds > 0 && seconds < 1e9 ? static_cast<long long>(seconds * 1000) : 0);
  }();
  return limit;
}

void report_late(const Job& job, std::uintptr_t place) {
  const auto* const address = reinterpret_cast<const char*>(place);
  std::fprintf(
      stderr,
      "musasim: kernel %s has run for more than %g s (MUSASIM_KERNEL_TIMEOUT) and is ended: "
      "thread (%u,%u,%u) of block (%u,%u,%u) is at %s (%p)\n",
      job.name().c_str(), static_cast<double>(time_limit().count()) / 1000, threadIdx.x,
      threadIdx.y, threadIdx.z, blockIdx.x, blockIdx.y, blockIdx.z,
      check::source_line(address + 1).c_str(), static_cast<const void*>(address));
}

}  // namespace musasim::device
