// One call's share of a generator's sequence: everything that its work needs, so that it may run
// later, and again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "murand/mersenne.h"
#include "murand_kernel.h"

namespace musasim::rand {

struct Job {
  murandRngType_t type;
  std::uint64_t seed;
  std::uint64_t start;  // place of the first number in the sequence, in each dimension's if many
  unsigned dimensions;
  std::shared_ptr<MersenneSequence> mersenne;
};

// Write `count` values, dimension by dimension for quasirandom generators.
void fill_bits(const Job& job, unsigned* out, std::size_t count);
void fill_bits(const Job& job, unsigned long long* out, std::size_t count);
void fill_uniform(const Job& job, float* out, std::size_t count);
void fill_uniform(const Job& job, double* out, std::size_t count);
void fill_normal(const Job& job, float* out, std::size_t count, float mean, float deviation);
void fill_normal(const Job& job, double* out, std::size_t count, double mean, double deviation);
void fill_log_normal(const Job& job, float* out, std::size_t count, float mean, float deviation);
void fill_log_normal(const Job& job, double* out, std::size_t count, double mean, double deviation);
void fill_discrete(const Job& job, unsigned* out, std::size_t count,
                   const murandDiscreteDistribution_st& distribution);

}  // namespace musasim::rand
