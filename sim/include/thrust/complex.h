// thrust::complex, on std::complex.
#pragma once

#include <complex>

namespace thrust {

template <class T>
struct complex : public std::complex<T> {
  using Base = std::complex<T>;
  using Base::Base;
  using Base::operator=;
  constexpr complex() = default;
  constexpr complex(const Base& other) : Base(other) {}
  template <class U>
  constexpr complex(const complex<U>& other)
      : Base(static_cast<T>(other.real()), static_cast<T>(other.imag())) {}
};

#define MUSASIM_COMPLEX_FUNCTION(name)                 \
  template <class T>                                   \
  complex<T> name(const complex<T>& z) {               \
    return std::name(static_cast<std::complex<T>>(z)); \
  }
MUSASIM_COMPLEX_FUNCTION(exp)
MUSASIM_COMPLEX_FUNCTION(log)
MUSASIM_COMPLEX_FUNCTION(log10)
MUSASIM_COMPLEX_FUNCTION(sqrt)
MUSASIM_COMPLEX_FUNCTION(sin)
MUSASIM_COMPLEX_FUNCTION(cos)
MUSASIM_COMPLEX_FUNCTION(tan)
MUSASIM_COMPLEX_FUNCTION(asin)
MUSASIM_COMPLEX_FUNCTION(acos)
MUSASIM_COMPLEX_FUNCTION(atan)
MUSASIM_COMPLEX_FUNCTION(sinh)
MUSASIM_COMPLEX_FUNCTION(cosh)
MUSASIM_COMPLEX_FUNCTION(tanh)
MUSASIM_COMPLEX_FUNCTION(asinh)
MUSASIM_COMPLEX_FUNCTION(acosh)
MUSASIM_COMPLEX_FUNCTION(atanh)
MUSASIM_COMPLEX_FUNCTION(proj)
MUSASIM_COMPLEX_FUNCTION(conj)
#undef MUSASIM_COMPLEX_FUNCTION

template <class T>
T abs(const complex<T>& z) {
  return std::abs(static_cast<std::complex<T>>(z));
}
template <class T>
T arg(const complex<T>& z) {
  return std::arg(static_cast<std::complex<T>>(z));
}
template <class T>
T norm(const complex<T>& z) {
  return std::norm(static_cast<std::complex<T>>(z));
}
template <class T>
complex<T> polar(const T& radius, const T& angle = T()) {
  return std::polar(radius, angle);
}
template <class T>
complex<T> pow(const complex<T>& base, const complex<T>& exponent) {
  return std::pow(static_cast<std::complex<T>>(base), static_cast<std::complex<T>>(exponent));
}
template <class T>
complex<T> pow(const complex<T>& base, const T& exponent) {
  return std::pow(static_cast<std::complex<T>>(base), exponent);
}
template <class T>
complex<T> pow(const T& base, const complex<T>& exponent) {
  return std::pow(base, static_cast<std::complex<T>>(exponent));
}

}  // namespace thrust
