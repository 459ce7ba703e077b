// The times that ranks wait for each other. MUSASIM_MCCL_TIMEOUT, in seconds, sets all of them.
#pragma once

#include <chrono>

namespace musasim::collective {

using Clock = std::chrono::steady_clock;

struct Limits {
  std::chrono::milliseconds joining;  // for ranks that have not come yet
  std::chrono::milliseconds silence;  // for a rank whose process is there but gives no sign of life
  std::chrono::milliseconds working;  // for a rank that lives but does not take part; 0: for ever
};

Limits wait_limits();

// The time between two signs that the ranks of a process live.
std::chrono::milliseconds beat_period();

}  // namespace musasim::collective
