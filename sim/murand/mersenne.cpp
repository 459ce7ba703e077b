// MT19937 as one sequence from a seed.
#include "murand/mersenne.h"

namespace musasim::rand {

// The engine takes 32 bits; the upper half of a seed counts too.
MersenneSequence::MersenneSequence(std::uint64_t seed)
    : seed_(static_cast<std::uint32_t>(seed ^ (seed >> 32))), state_{std::mt19937(seed_)} {}

MersenneState MersenneSequence::at(std::uint64_t place) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (place < place_) {
    state_ = MersenneState{std::mt19937(seed_)};
    place_ = 0;
  }
  state_.engine.discard(place - place_);
  place_ = place;
  return state_;
}

void MersenneSequence::keep(const MersenneState& state, std::uint64_t place) {
  const std::lock_guard<std::mutex> lock(mutex_);
  state_ = state;
  place_ = place;
}

}  // namespace musasim::rand
