// The types of a kernel's parameters as its function type has them. By the standard that drops const and
// the like; g++ keeps __restrict__ of types that depend on a template's parameters.
#pragma once

#include <type_traits>

namespace musasim::device {

template <class T>
struct Unrestricted {
  using type = T;
};
template <class T>
struct Unrestricted<T* __restrict__> {
  using type = T*;
};

template <class T>
using ParameterType = typename Unrestricted<std::remove_cv_t<T>>::type;

}  // namespace musasim::device
