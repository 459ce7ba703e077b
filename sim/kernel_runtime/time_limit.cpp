// Reads MUSASIM_KERNEL_TIMEOUT, and tells of kernels that run for longer.
#include "kernel_runtime/time_limit.h"

#include <cstdio>
#include <cstdlib>

#include "kernel_runtime/check/source_line.h"
#include "musasim/device/state.h"

namespace musasim::device {

std::chrono::milliseconds time_limit() noexcept {
  static const std::chrono::milliseconds limit = [] {
    const char* const text = std::getenv("MUSASIM_KERNEL_TIMEOUT");
    if (text == nullptr || *text == '\0') {
      return std::chrono::milliseconds(0);
    }
    const double seconds = std::atof(text);
    if (seconds >= 0.001 && seconds < 1e9) {
      return std::chrono::milliseconds(static_cast<long long>(seconds * 1000));
    }
    std::fprintf(
        stderr,
        "musasim: MUSASIM_KERNEL_TIMEOUT is \"%s\", but has to be a number of seconds from "
        "0.001 on: kernels run without a limit\n",
        text);
    return std::chrono::milliseconds(0);
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
