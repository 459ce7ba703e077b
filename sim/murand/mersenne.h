// MT19937 as one sequence from a seed that may be entered at any place. It cannot jump, so the
// state behind the last numbers is kept, and numbers before it are reached from the start again.
#pragma once

#include <cstdint>
#include <mutex>
#include <random>

namespace musasim::rand {

// The state of murand_kernel.h's kind.
struct MersenneState {
  std::mt19937 engine;
  std::uint32_t next() { return static_cast<std::uint32_t>(engine()); }
};

class MersenneSequence {
 public:
  explicit MersenneSequence(std::uint64_t seed);
  MersenneState at(std::uint64_t place);
  // `state` is at `place`; kept for the next at().
  void keep(const MersenneState& state, std::uint64_t place);

 private:
  const std::uint32_t seed_;
  std::mutex mutex_;
  MersenneState state_;
  std::uint64_t place_ = 0;
};

}  // namespace musasim::rand
