// Complex numbers of the transforms: double, whatever the data is. Not std::complex, whose
// products look for infinities.
#pragma once

#include <cstddef>
#include <vector>

namespace musasim::fft {

struct Complex {
  double re;
  double im;
};

inline Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
inline Complex operator-(Complex a, Complex b) { return {a.re - b.re, a.im - b.im}; }
inline Complex operator*(Complex a, Complex b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
inline Complex operator*(double factor, Complex a) { return {factor * a.re, factor * a.im}; }
inline Complex conjugate(Complex a) { return {a.re, -a.im}; }
// a times -i.
inline Complex turned(Complex a) { return {a.im, -a.re}; }

// exp(-2 pi i k / n) for k < n, each as exact as double goes.
std::vector<Complex> unit_roots(std::size_t n);

}  // namespace musasim::fft
