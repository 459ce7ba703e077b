// Tables of discrete distributions.
#include "murand/distribution.h"

#include <algorithm>
#include <cmath>

namespace musasim::rand {
namespace {

std::shared_ptr<Distribution> finished(std::shared_ptr<Distribution> made, double first) {
  made->view.first = static_cast<unsigned>(first);
  made->view.count = static_cast<unsigned>(made->cumulated.size());
  made->view.at = made->cumulated.data();
  return made;
}

double log_factorial(double n) {
  int sign = 0;  // std::lgamma writes a global
  return ::lgamma_r(n + 1.0, &sign);
}

}  // namespace

std::shared_ptr<Distribution> poisson_distribution(double lambda) {
  auto made = std::make_shared<Distribution>();
  random::PoissonWalk walk(lambda);
  const double first = walk.k;
  made->cumulated.push_back(walk.cumulated);
  while (!walk.done()) {
    walk.advance();
    made->cumulated.push_back(walk.cumulated);
  }
  return finished(std::move(made), first);
}

std::shared_ptr<Distribution> binomial_distribution(unsigned n, double p) {
  auto made = std::make_shared<Distribution>();
  if (p <= 0.0 || p >= 1.0) {
    made->cumulated.push_back(1.0);
    return finished(std::move(made), p <= 0.0 ? 0.0 : n);
  }
  const double mean = n * p;
  const double spread = 12.0 * std::sqrt(mean * (1.0 - p)) + 12.0;
  const double first = std::max(0.0, std::floor(mean - spread));
  const double last = std::min(static_cast<double>(n), std::ceil(mean + spread));
  double k = first;
  double probability = std::exp(log_factorial(n) - log_factorial(k) - log_factorial(n - k) +
                                k * std::log(p) + (n - k) * std::log1p(-p));
  double cumulated = probability;
  made->cumulated.push_back(cumulated);
  for (; k < last; k += 1.0) {
    probability *= (n - k) / (k + 1.0) * (p / (1.0 - p));
    cumulated += probability;
    made->cumulated.push_back(cumulated);
  }
  return finished(std::move(made), first);
}

}  // namespace musasim::rand
