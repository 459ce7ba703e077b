// Special functions that the C library has not: inverses of erf and erfc, the scaled erfc, the normal
// distribution, sine and cosine of multiples of pi. In double; C++11.
#pragma once

#include <cmath>
#include <limits>

namespace musasim {
namespace special {

constexpr double kPi = 3.14159265358979323846;
constexpr double kSqrt2 = 1.41421356237309504880;
constexpr double kTwoOverSqrtPi = 1.12837916709551257390;

// One of Halley's steps towards erf(x) = value or erfc(x) = value, from the error made at x.
inline double halley(double x, double error) {
  const double step = error / (kTwoOverSqrtPi * std::exp(-x * x));
  return x - step / (1.0 + x * step);
}

// Takes 0 < value <= 0.5: a rational start (Abramowitz and Stegun 26.2.23), then steps against erfc.
inline double erfc_inverse_of_tail(double value) {
  const double t = std::sqrt(-2.0 * std::log(0.5 * value));
  double x = (t - (2.515517 + t * (0.802853 + t * 0.010328)) /
                      (1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308)))) /
             kSqrt2;
  for (int i = 0; i < 3; ++i) x = halley(x, value - std::erfc(x));
  return x;
}

inline double erf_inverse(double value) {
  const double magnitude = std::fabs(value);
  if (!(magnitude <= 1.0)) return std::numeric_limits<double>::quiet_NaN();
  if (magnitude == 1.0) return std::copysign(std::numeric_limits<double>::infinity(), value);
  if (magnitude >= 0.5) return std::copysign(erfc_inverse_of_tail(1.0 - magnitude), value);
  // The start is the series' first two terms.
  double x = value / kTwoOverSqrtPi * (1.0 + kPi / 12.0 * value * value);
  for (int i = 0; i < 3; ++i) x = halley(x, std::erf(x) - value);
  return x;
}

inline double erfc_inverse(double value) {
  if (!(value >= 0.0 && value <= 2.0)) return std::numeric_limits<double>::quiet_NaN();
  if (value == 0.0) return std::numeric_limits<double>::infinity();
  return value <= 0.5 ? erfc_inverse_of_tail(value) : erf_inverse(1.0 - value);
}

// exp(x * x) * erfc(x).
inline double erfc_scaled(double x) {
  if (x < 25.0) {
    const double square = x * x;
    return std::exp(square) * (1.0 + std::fma(x, x, -square)) * std::erfc(x);
  }
  const double u = 0.5 / (x * x);
  return 0.5 * kTwoOverSqrtPi / x *
         (1.0 -
          u * (1.0 -
               3.0 * u * (1.0 - 5.0 * u * (1.0 - 7.0 * u * (1.0 - 9.0 * u * (1.0 - 11.0 * u))))));
}

// The tail shrinks so fast that the rounding of x / sqrt(2) shows: its rest is added.
inline double normal_distribution(double x) {
  constexpr double kHigh = 0.70710678118654757;
  constexpr double kLow = -4.8336466567264567e-17;
  const double scaled = -x * kHigh;
  const double rest = std::fma(-x, kHigh, -scaled) - x * kLow;
  const double slope = std::isfinite(scaled) ? kTwoOverSqrtPi * std::exp(-scaled * scaled) : 0.0;
  return 0.5 * (std::erfc(scaled) - (slope == 0.0 ? 0.0 : rest * slope));
}
inline double normal_quantile(double p) { return -kSqrt2 * erfc_inverse(2.0 * p); }

// Sine and cosine of pi * x: the argument is first brought, exactly, to within a quarter of 0.
struct SineCosine {
  double sine;
  double cosine;
};
inline SineCosine sine_cosine_of_pi(double x) {
  if (!std::isfinite(x)) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    return SineCosine{nan, nan};
  }
  const double turned = std::fmod(x, 2.0);
  const int quarter = static_cast<int>(std::nearbyint(2.0 * turned));
  const double rest = kPi * (turned - 0.5 * quarter);
  const double s = std::sin(rest);
  const double c = std::cos(rest);
  switch (quarter & 3) {
    case 0: return SineCosine{quarter == 0 ? std::copysign(s, x) : s, c};
    case 1: return SineCosine{c, 0.0 - s};
    case 2: return SineCosine{std::copysign(s, rest == 0.0 ? x : -rest), -c};
    default: return SineCosine{-c, s + 0.0};
  }
}

}  // namespace special
}  // namespace musasim
