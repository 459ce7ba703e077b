// Poisson and other discrete numbers, by the inverse of the distribution: one uniform double each.
#pragma once

#include <cmath>
#include <cstddef>

#include "musasim/random/uniform.h"
#include "vector_types.h"

namespace musasim {
namespace random {

// Walks up the Poisson distribution from where it begins to weigh anything.
struct PoissonWalk {
  double lambda;
  double k;
  double probability;
  double cumulated;  // of all up to k

  explicit PoissonWalk(double mean) : lambda(mean) {
    const double least = mean - 12.0 * std::sqrt(mean) - 12.0;
    k = least > 0.0 ? std::floor(least) : 0.0;
    int sign = 0;
    probability = std::exp(k * std::log(mean) - mean - ::lgamma_r(k + 1.0, &sign));
    cumulated = probability;
  }
  void advance() {
    k += 1.0;
    probability *= lambda / k;
    cumulated += probability;
  }
  // Larger values weigh nothing any more.
  bool done() const { return k > lambda && probability < 1e-19; }
};

inline unsigned poisson(double uniform, double lambda) {
  if (!(lambda > 0.0)) return 0;
  PoissonWalk walk(lambda);
  while (walk.cumulated < uniform && !walk.done()) walk.advance();
  return static_cast<unsigned>(walk.k);
}

}  // namespace random
}  // namespace musasim

// Made by murandCreatePoissonDistribution(): value `first + i` has cumulated probability `at[i]`.
struct murandDiscreteDistribution_st {
  unsigned int first;
  unsigned int count;
  const double* at;

  unsigned int value_at(double uniform) const {
    unsigned low = 0;
    unsigned high = count - 1;
    while (low < high) {
      const unsigned middle = low + (high - low) / 2;
      if (at[middle] < uniform) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return first + low;
  }
};

template <class State>
inline unsigned int murand_poisson(State* state, double lambda) {
  return musasim::random::poisson(musasim::random::draw_double(state), lambda);
}
inline uint4 murand_poisson4(murandStatePhilox4_32_10_t* state, double lambda) {
  uint4 result;
  result.x = murand_poisson(state, lambda);
  result.y = murand_poisson(state, lambda);
  result.z = murand_poisson(state, lambda);
  result.w = murand_poisson(state, lambda);
  return result;
}
template <class State>
inline unsigned int murand_discrete(State* state,
                                    const murandDiscreteDistribution_st* distribution) {
  return distribution->value_at(musasim::random::draw_double(state));
}
inline uint4 murand_discrete4(murandStatePhilox4_32_10_t* state,
                              const murandDiscreteDistribution_st* distribution) {
  uint4 result;
  result.x = murand_discrete(state, distribution);
  result.y = murand_discrete(state, distribution);
  result.z = murand_discrete(state, distribution);
  result.w = murand_discrete(state, distribution);
  return result;
}
