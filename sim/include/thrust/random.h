// thrust::default_random_engine and the distributions: Thrust's sequences.
#pragma once

#include <cmath>
#include <limits>
#include <random>

#include "musasim/special.h"
#include "thrust/detail/config.h"

namespace thrust {
namespace random {

using minstd_rand0 = std::minstd_rand0;
using minstd_rand = std::minstd_rand;
using default_random_engine = minstd_rand;
using ranlux24 = std::ranlux24;
using ranlux48 = std::ranlux48;

template <class T = double>
class uniform_real_distribution {
 public:
  using result_type = T;
  explicit uniform_real_distribution(T a = T(0), T b = T(1)) : a_(a), b_(b) {}
  template <class Engine>
  T operator()(Engine& engine) const {
    const T steps = static_cast<T>(engine() - Engine::min());
    const T range = T(1) + static_cast<T>(Engine::max() - Engine::min());
    return steps / range * (b_ - a_) + a_;
  }
  T a() const { return a_; }
  T b() const { return b_; }

 private:
  T a_;
  T b_;
};

// Both ends may come.
template <class T = int>
class uniform_int_distribution {
 public:
  using result_type = T;
  explicit uniform_int_distribution(T a = 0, T b = std::numeric_limits<T>::max()) : a_(a), b_(b) {}
  template <class Engine>
  T operator()(Engine& engine) const {
    const uniform_real_distribution<double> real(static_cast<double>(a_),
                                                 static_cast<double>(b_) + 1.0);
    return static_cast<T>(std::floor(real(engine)));
  }
  T a() const { return a_; }
  T b() const { return b_; }

 private:
  T a_;
  T b_;
};

// By the inverse of the distribution.
template <class T = double>
class normal_distribution {
 public:
  using result_type = T;
  explicit normal_distribution(T mean = T(0), T stddev = T(1)) : mean_(mean), stddev_(stddev) {}
  template <class Engine>
  T operator()(Engine& engine) const {
    const double range = 1.0 + static_cast<double>(Engine::max() - Engine::min());
    const double p = (static_cast<double>(engine() - Engine::min()) + 0.5) / range;
    return mean_ + stddev_ * static_cast<T>(::musasim::special::normal_quantile(p));
  }
  T mean() const { return mean_; }
  T stddev() const { return stddev_; }

 private:
  T mean_;
  T stddev_;
};

}  // namespace random

using random::default_random_engine;
using random::minstd_rand;
using random::minstd_rand0;
using random::normal_distribution;
using random::uniform_int_distribution;
using random::uniform_real_distribution;

}  // namespace thrust
