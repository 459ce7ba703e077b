// Tables of discrete distributions.
#pragma once

#include <memory>
#include <vector>

#include "murand_kernel.h"

namespace musasim::rand {

// The handle of murandCreatePoissonDistribution() is the address of `view`, which comes first.
struct Distribution {
  murandDiscreteDistribution_st view;
  std::vector<double> cumulated;
};

constexpr double kLargestLambda = 400000.0;

std::shared_ptr<Distribution> poisson_distribution(double lambda);
std::shared_ptr<Distribution> binomial_distribution(unsigned n, double p);

}  // namespace musasim::rand
