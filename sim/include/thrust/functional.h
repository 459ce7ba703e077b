// Thrust's function objects: those of the standard library, and a few more.
#pragma once

#include <functional>

#include "thrust/detail/placeholder.h"

namespace thrust {

template <class T = void>
using plus = std::plus<T>;
template <class T = void>
using minus = std::minus<T>;
template <class T = void>
using multiplies = std::multiplies<T>;
template <class T = void>
using divides = std::divides<T>;
template <class T = void>
using modulus = std::modulus<T>;
template <class T = void>
using negate = std::negate<T>;
template <class T = void>
using equal_to = std::equal_to<T>;
template <class T = void>
using not_equal_to = std::not_equal_to<T>;
template <class T = void>
using greater = std::greater<T>;
template <class T = void>
using less = std::less<T>;
template <class T = void>
using greater_equal = std::greater_equal<T>;
template <class T = void>
using less_equal = std::less_equal<T>;
template <class T = void>
using logical_and = std::logical_and<T>;
template <class T = void>
using logical_or = std::logical_or<T>;
template <class T = void>
using logical_not = std::logical_not<T>;
template <class T = void>
using bit_and = std::bit_and<T>;
template <class T = void>
using bit_or = std::bit_or<T>;
template <class T = void>
using bit_xor = std::bit_xor<T>;

#define MUSASIM_FUNCTION(name, expression)                              \
  template <class T = void>                                             \
  struct name {                                                         \
    T operator()(const T& a, const T& b) const { return expression; }   \
  };                                                                    \
  template <>                                                           \
  struct name<void> {                                                   \
    template <class A, class B>                                         \
    std::common_type_t<A, B> operator()(const A& a, const B& b) const { \
      return expression;                                                \
    }                                                                   \
  };
MUSASIM_FUNCTION(maximum, a < b ? b : a)
MUSASIM_FUNCTION(minimum, b < a ? b : a)
#undef MUSASIM_FUNCTION

template <class T = void>
struct identity {
  const T& operator()(const T& value) const { return value; }
};
template <>
struct identity<void> {
  template <class T>
  T&& operator()(T&& value) const {
    return static_cast<T&&>(value);
  }
};
template <class T>
struct square {
  T operator()(const T& value) const { return value * value; }
};
template <class A = void, class B = A>
struct project1st {
  const A& operator()(const A& a, const B&) const { return a; }
};
template <class A = void, class B = A>
struct project2nd {
  const B& operator()(const A&, const B& b) const { return b; }
};

template <class Argument, class Result>
struct unary_function {
  using argument_type = Argument;
  using result_type = Result;
};
template <class First, class Second, class Result>
struct binary_function {
  using first_argument_type = First;
  using second_argument_type = Second;
  using result_type = Result;
};
template <class Predicate>
struct unary_negate {
  Predicate predicate;
  template <class T>
  bool operator()(const T& value) const {
    return !predicate(value);
  }
};
template <class Predicate>
unary_negate<Predicate> not1(const Predicate& predicate) {
  return {predicate};
}
template <class Predicate>
auto not_fn(const Predicate& predicate) {
  return std::not_fn(predicate);
}

}  // namespace thrust
