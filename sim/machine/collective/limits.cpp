// Reading of MUSASIM_MCCL_TIMEOUT.
#include "machine/collective/limits.h"

#include <algorithm>
#include <cstdlib>

namespace musasim::collective {

namespace {

using std::chrono::milliseconds;

// 0 when unset or not a positive number.
milliseconds timeout_variable() {
  const char* text = std::getenv("MUSASIM_MCCL_TIMEOUT");
  const double seconds = text == nullptr ? 0 : std::atof(text);
  return milliseconds(seconds > 0 && seconds < 1e9 ? static_cast<long long>(seconds * 1000) : 0);
}

}  // namespace

Limits wait_limits() {
  const milliseconds set = timeout_variable();
  if (set.count() > 0) {
    return {set, set, set};
  }
  return {std::chrono::minutes(5), std::chrono::seconds(30), milliseconds(0)};
}

milliseconds beat_period() {
  const milliseconds set = timeout_variable();
  return set.count() == 0 ? milliseconds(500)
                          : std::min(milliseconds(500), std::max(milliseconds(10), set / 8));
}

}  // namespace musasim::collective
