// Spreads one seed over the words of a larger state (SplitMix64: Steele, Lea, Flood, "Fast
// splittable pseudorandom number generators", 2014).
#pragma once

#include <cstdint>

namespace musasim {
namespace random {

class SeedStream {
 public:
  explicit SeedStream(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15ULL;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9ULL;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebULL;
    return mixed ^ (mixed >> 31);
  }

 private:
  std::uint64_t state_;
};

}  // namespace random
}  // namespace musasim
