// One rule of MUSASIM_FAULTS, and the parser that makes them.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "driver_types.h"

namespace musasim::faults {

enum class Kind { alloc, kernel, copy, device_lost, mccl, graph };

constexpr std::uint64_t kWithoutEnd = std::numeric_limits<std::uint64_t>::max();

struct Rule {
  Kind kind{};
  int device = -1;     // -1: any
  int rank = -1;       // -1: any
  int direction = -1;  // a musaMemcpyKind, -1: any
  std::size_t above = 0;
  std::size_t live = 0;
  std::string name = "*";
  musaError_t error = musaSuccess;
  std::chrono::milliseconds delay{0};
  std::chrono::milliseconds after_time{-1};
  std::uint64_t after = 0;
  std::uint64_t times = kWithoutEnd;

  std::atomic<std::uint64_t> seen{0};    // events that it fits
  std::atomic<std::uint64_t> struck{0};  // of those, the ones that failed

  // Counts one more event that the rule fits; true when the fault strikes it.
  bool strikes() noexcept {
    const std::uint64_t number = seen.fetch_add(1, std::memory_order_relaxed);
    return number >= after && number - after < times;
  }
};

// A mistake in the text.
class RuleError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

using Rules = std::vector<std::unique_ptr<Rule>>;

// Throws RuleError.
Rules parse_rules(const std::string& text);

}  // namespace musasim::faults
