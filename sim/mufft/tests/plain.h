// Transforms by their definition, for comparison, and random data.
#pragma once

#include <cmath>
#include <complex>
#include <cstddef>
#include <random>
#include <vector>

#include "mufft.h"

namespace plain {

using Complex = std::complex<double>;
using Signal = std::vector<Complex>;

inline Signal random_signal(std::size_t count, unsigned seed = 1, bool real = false) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  Signal signal(count);
  for (Complex& value : signal) {
    const double re = uniform(random);
    value = {re, real ? 0.0 : uniform(random)};
  }
  return signal;
}

// Along one axis of a dense array of `lengths`.
inline Signal dft_axis(const Signal& in, const std::vector<std::size_t>& lengths, std::size_t axis,
                       int direction) {
  std::size_t inner = 1;
  for (std::size_t i = axis + 1; i < lengths.size(); ++i) inner *= lengths[i];
  const std::size_t n = lengths[axis];
  std::vector<std::complex<long double>> roots(n);
  for (std::size_t k = 0; k < n; ++k) {
    const long double angle = direction * 6.283185307179586476925L * k / n;
    roots[k] = {std::cos(angle), std::sin(angle)};
  }
  Signal out(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    const std::size_t k = i / inner % n;
    const std::size_t first = i - k * inner;
    std::complex<long double> sum = 0;
    for (std::size_t j = 0; j < n; ++j) {
      sum += std::complex<long double>(in[first + j * inner]) * roots[j * k % n];
    }
    out[i] = {static_cast<double>(sum.real()), static_cast<double>(sum.imag())};
  }
  return out;
}

inline Signal dft(Signal signal, const std::vector<std::size_t>& lengths, int direction) {
  for (std::size_t axis = 0; axis < lengths.size(); ++axis) {
    signal = dft_axis(signal, lengths, axis, direction);
  }
  return signal;
}

// The root of the mean square of the difference, relative to that of the expected values.
inline double error(const Signal& found, const Signal& expected) {
  double difference = 0;
  double size = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    difference += std::norm(found[i] - expected[i]);
    size += std::norm(expected[i]);
  }
  return found.size() == expected.size() ? std::sqrt(difference / size) : 1e9;
}

template <class C>
std::vector<C> packed(const Signal& signal) {
  std::vector<C> out(signal.size());
  for (std::size_t i = 0; i < signal.size(); ++i) {
    out[i].x = static_cast<decltype(C::x)>(signal[i].real());
    out[i].y = static_cast<decltype(C::x)>(signal[i].imag());
  }
  return out;
}

template <class C>
Signal unpacked(const std::vector<C>& values) {
  Signal out(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) out[i] = {values[i].x, values[i].y};
  return out;
}

template <class Real>
std::vector<Real> real_parts(const Signal& signal) {
  std::vector<Real> out(signal.size());
  for (std::size_t i = 0; i < signal.size(); ++i) out[i] = static_cast<Real>(signal[i].real());
  return out;
}

template <class Real>
Signal from_real(const std::vector<Real>& values) {
  return Signal(values.begin(), values.end());
}

// The first `width / 2 + 1` of every row of `width`.
inline Signal half_rows(const Signal& signal, std::size_t width) {
  Signal out;
  for (std::size_t i = 0; i < signal.size(); ++i) {
    if (i % width <= width / 2) out.push_back(signal[i]);
  }
  return out;
}

}  // namespace plain
