// Numbers of the distributions: moments, tails, goodness of fit, for every generator.
#include <algorithm>
#include <cmath>
#include <vector>

#include "check.h"
#include "murand_kernel.h"

namespace {

constexpr std::size_t kCount = 200000;

const std::vector<murandRngType_t> kTypes = {
    MURAND_RNG_PSEUDO_XORWOW,          MURAND_RNG_PSEUDO_MRG32K3A,
    MURAND_RNG_PSEUDO_PHILOX4_32_10,   MURAND_RNG_PSEUDO_MT19937,
    MURAND_RNG_QUASI_SOBOL32,          MURAND_RNG_QUASI_SCRAMBLED_SOBOL32,
    MURAND_RNG_QUASI_SCRAMBLED_SOBOL64};

class Generator {
 public:
  explicit Generator(murandRngType_t type) {
    EQUAL(murandCreateGeneratorHost(&handle_, type), MURAND_STATUS_SUCCESS);
    murandSetPseudoRandomGeneratorSeed(handle_, 2026);
    murandSetGeneratorOffset(handle_, 1);  // past the zero of Sobol's sequence
  }
  ~Generator() { murandDestroyGenerator(handle_); }
  Generator(const Generator&) = delete;
  Generator& operator=(const Generator&) = delete;
  operator murandGenerator_t() const { return handle_; }

 private:
  murandGenerator_t handle_ = nullptr;
};

struct Moments {
  double mean = 0, variance = 0, skew = 0, kurtosis = 0;
};

template <class T>
Moments moments(const std::vector<T>& values) {
  Moments result;
  for (const T value : values) result.mean += value;
  result.mean /= static_cast<double>(values.size());
  double third = 0, fourth = 0;
  for (const T value : values) {
    const double d = value - result.mean;
    result.variance += d * d;
    third += d * d * d;
    fourth += d * d * d * d;
  }
  const double n = static_cast<double>(values.size());
  result.variance /= n;
  result.skew = third / n / std::pow(result.variance, 1.5);
  result.kurtosis = fourth / n / (result.variance * result.variance);
  return result;
}

// The largest distance between the values' distribution and the given one (Kolmogorov, Smirnov).
template <class T, class Distribution>
double distance(std::vector<T> values, Distribution distribution) {
  std::sort(values.begin(), values.end());
  double largest = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double expected = distribution(values[i]);
    largest = std::max({largest, std::abs(expected - static_cast<double>(i) / kCount),
                        std::abs(expected - static_cast<double>(i + 1) / kCount)});
  }
  return largest;
}

const double kWorstDistance = 1.95 / std::sqrt(static_cast<double>(kCount));  // 0.1 %
double uniform_cdf(double x) { return x; }
double normal_cdf(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

}  // namespace

TEST(uniform_numbers_fill_zero_to_one_without_zero) {
  for (const murandRngType_t type : kTypes) {
    const Generator generator(type);
    std::vector<float> narrow(kCount);
    EQUAL(murandGenerateUniform(generator, narrow.data(), kCount), MURAND_STATUS_SUCCESS);
    CHECK(*std::min_element(narrow.begin(), narrow.end()) > 0.0f);
    CHECK(*std::max_element(narrow.begin(), narrow.end()) <= 1.0f);
    CHECK(distance(narrow, uniform_cdf) < kWorstDistance);
    std::vector<double> wide(kCount);
    EQUAL(murandGenerateUniformDouble(generator, wide.data(), kCount), MURAND_STATUS_SUCCESS);
    CHECK(distance(wide, uniform_cdf) < kWorstDistance);
    const Moments found = moments(wide);
    CHECK(std::abs(found.mean - 0.5) < 0.003 && std::abs(found.variance - 1.0 / 12) < 0.001);
  }
}

TEST(normal_numbers_have_mean_deviation_and_shape) {
  for (const murandRngType_t type : kTypes) {
    const Generator generator(type);
    std::vector<float> narrow(kCount);
    EQUAL(murandGenerateNormal(generator, narrow.data(), kCount, 3.0f, 2.0f),
          MURAND_STATUS_SUCCESS);
    const Moments found = moments(narrow);
    CHECK(std::abs(found.mean - 3.0) < 0.02 && std::abs(found.variance - 4.0) < 0.06);
    CHECK(std::abs(found.skew) < 0.03 && std::abs(found.kurtosis - 3.0) < 0.08);
    std::vector<double> wide(kCount);
    EQUAL(murandGenerateNormalDouble(generator, wide.data(), kCount, 0.0, 1.0),
          MURAND_STATUS_SUCCESS);
    CHECK(distance(wide, normal_cdf) < kWorstDistance);
    const double most = *std::max_element(wide.begin(), wide.end());
    CHECK(most > 3.8 && most < 6.5);
  }
}

TEST(log_normal_numbers_are_exponentials_of_normal_ones) {
  const Generator normal(MURAND_RNG_PSEUDO_PHILOX4_32_10);
  const Generator log_normal(MURAND_RNG_PSEUDO_PHILOX4_32_10);
  std::vector<double> a(1000), b(1000);
  murandGenerateNormalDouble(normal, a.data(), 1000, 0.5, 0.25);
  EQUAL(murandGenerateLogNormalDouble(log_normal, b.data(), 1000, 0.5, 0.25),
        MURAND_STATUS_SUCCESS);
  for (int i = 0; i < 1000; ++i) CHECK(std::abs(std::log(b[i]) - a[i]) < 1e-12);
  std::vector<float> narrow(kCount);
  EQUAL(murandGenerateLogNormal(log_normal, narrow.data(), kCount, 0.0f, 0.5f),
        MURAND_STATUS_SUCCESS);
  CHECK(std::abs(moments(narrow).mean - std::exp(0.125)) < 0.01);
}

TEST(poisson_numbers_fit_their_distribution) {
  for (const murandRngType_t type : {MURAND_RNG_PSEUDO_PHILOX4_32_10, MURAND_RNG_PSEUDO_XORWOW,
                                     MURAND_RNG_QUASI_SCRAMBLED_SOBOL32}) {
    for (const double lambda : {0.1, 4.5, 60.0, 1000.0, 400000.0}) {
      const Generator generator(type);
      std::vector<unsigned> values(kCount);
      EQUAL(murandGeneratePoisson(generator, values.data(), kCount, lambda), MURAND_STATUS_SUCCESS);
      const Moments found = moments(values);
      CHECK(std::abs(found.mean - lambda) < 5.0 * std::sqrt(lambda / kCount));
      CHECK(std::abs(found.variance / lambda - 1.0) < 0.05);
    }
  }
  const Generator generator(MURAND_RNG_PSEUDO_PHILOX4_32_10);
  std::vector<unsigned> values(kCount);
  murandGeneratePoissonMethod(generator, values.data(), kCount, 3.0, MURAND_KNUTH);
  std::vector<double> seen(12);
  for (const unsigned value : values) ++seen[std::min(value, 11u)];
  double expected = kCount * std::exp(-3.0);
  double chi_square = 0;
  for (int k = 0; k < 10; ++k) {
    chi_square += (seen[k] - expected) * (seen[k] - expected) / expected;
    expected *= 3.0 / (k + 1);
  }
  CHECK(chi_square < 30.0);
}

TEST(binomial_numbers_fit_their_distribution) {
  const Generator generator(MURAND_RNG_PSEUDO_PHILOX4_32_10);
  std::vector<unsigned> values(kCount);
  EQUAL(murandGenerateBinomial(generator, values.data(), kCount, 100, 0.3), MURAND_STATUS_SUCCESS);
  const Moments found = moments(values);
  CHECK(std::abs(found.mean - 30.0) < 0.1 && std::abs(found.variance - 21.0) < 0.6);
  EQUAL(murandGenerateBinomialMethod(generator, values.data(), 10, 5, 1.0, MURAND_CHOOSE_BEST),
        MURAND_STATUS_SUCCESS);
  EQUAL(values[9], 5u);
  EQUAL(murandGenerateBinomial(generator, values.data(), 10, 5, 1.5), MURAND_STATUS_OUT_OF_RANGE);
}

TEST(tables_give_what_the_poisson_functions_give) {
  murandDiscreteDistribution_t table = nullptr;
  EQUAL(murandCreatePoissonDistribution(17.5, &table), MURAND_STATUS_SUCCESS);
  murandStatePhilox4_32_10_t a;
  murandStatePhilox4_32_10_t b;
  murand_init(1, 2, 0, &a);
  b = a;
  for (int i = 0; i < 10000; ++i) EQUAL(murand_discrete(&a, table), murand_poisson(&b, 17.5));
  const uint4 four = murand_discrete4(&a, table);
  EQUAL(four.x, murand_poisson(&b, 17.5));
  EQUAL(murandDestroyDistribution(table), MURAND_STATUS_SUCCESS);
  EQUAL(murandDestroyDistribution(table), MURAND_STATUS_NOT_INITIALIZED);
  EQUAL(murandCreatePoissonDistribution(-1.0, &table), MURAND_STATUS_OUT_OF_RANGE);
  EQUAL(murandCreatePoissonDistribution(1.0, nullptr), MURAND_STATUS_OUT_OF_RANGE);
}

TEST_MAIN()
