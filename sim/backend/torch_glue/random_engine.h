// The source of the numbers of one random operator: a CPU generator that is a pure function of a
// seed and an offset.
#pragma once

#include <ATen/core/Generator.h>

#include <cstdint>

namespace musasim {

// A place in a generator's sequence of streams of numbers.
struct RandomPlace {
  std::uint64_t seed = 0;
  std::uint64_t offset = 0;
};

// While it lives, generator() is the calling thread's to draw from, and starts at that place. Equal
// places give equal numbers, whatever was drawn before. The streams of different places are
// independent of each other.
class RandomEngine {
 public:
  explicit RandomEngine(RandomPlace place);
  ~RandomEngine();
  RandomEngine(const RandomEngine&) = delete;
  RandomEngine& operator=(const RandomEngine&) = delete;

  const at::Generator& generator() const { return generator_; }

 private:
  at::Generator generator_;
};

}  // namespace musasim
