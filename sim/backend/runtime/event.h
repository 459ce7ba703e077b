// Events: a host time each, since the work before it is done when it is recorded.
#pragma once

#include <chrono>
#include <cstdint>

namespace musasim {

struct Event {
  using Clock = std::chrono::steady_clock;

  bool timing;
  int device;
  Clock::time_point time{};

  double milliseconds_to(const Event& later) const {
    return std::chrono::duration<double, std::milli>(later.time - time).count();
  }
};

}  // namespace musasim
