// The element types that functions of the libraries are declared for (MUSASIM_SDCZ), as C++ computes in them.
#pragma once

#include <complex>
#include <type_traits>

#include "internal/element_types.h"

namespace musasim {

using Complex = std::complex<float>;
using DoubleComplex = std::complex<double>;

template <class T>
constexpr bool kIsComplex = std::is_same_v<T, Complex> || std::is_same_v<T, DoubleComplex>;

// The type to compute in for an element type of the headers.
template <class T>
using Computed =
    std::conditional_t<std::is_same_v<T, muComplex>, Complex,
                       std::conditional_t<std::is_same_v<T, muDoubleComplex>, DoubleComplex, T>>;
// The way back.
template <class T>
using Declared =
    std::conditional_t<std::is_same_v<T, Complex>, muComplex,
                       std::conditional_t<std::is_same_v<T, DoubleComplex>, muDoubleComplex, T>>;

}  // namespace musasim
