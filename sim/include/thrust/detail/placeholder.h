// thrust::placeholders: _1 * 2 + _2 is a function of two arguments.
#pragma once

#include <tuple>
#include <type_traits>
#include <utility>

#include "thrust/detail/config.h"

namespace thrust {
namespace detail {

struct AnyExpression {};
template <class Function>
struct Expression : AnyExpression {
  Function function;
  explicit constexpr Expression(Function f) : function(f) {}
  template <class... Arguments>
  auto operator()(Arguments&&... arguments) const {
    return function(arguments...);
  }
};

template <class T>
constexpr bool kIsExpression = std::is_base_of_v<AnyExpression, T>;

// A value, or what an expression makes of the arguments.
template <class T, class... Arguments>
auto value_of(const T& operand, Arguments&... arguments) {
  if constexpr (kIsExpression<T>) {
    return operand(arguments...);
  } else {
    return operand;
  }
}

template <std::size_t place>
struct Argument {
  template <class... Arguments>
  auto operator()(Arguments&... arguments) const {
    return std::get<place>(std::forward_as_tuple(arguments...));
  }
};

#define MUSASIM_BINARY(op)                                                                     \
  template <class A, class B, std::enable_if_t<kIsExpression<A> || kIsExpression<B>, int> = 0> \
  auto operator op(const A& a, const B& b) {                                                   \
    return Expression([=](auto&... arguments) {                                                \
      return value_of(a, arguments...) op value_of(b, arguments...);                           \
    });                                                                                        \
  }
MUSASIM_BINARY(+)
MUSASIM_BINARY(-)
MUSASIM_BINARY(*)
MUSASIM_BINARY(/)
MUSASIM_BINARY(%)
MUSASIM_BINARY(==)
MUSASIM_BINARY(!=)
MUSASIM_BINARY(<)
MUSASIM_BINARY(>)
MUSASIM_BINARY(<=)
MUSASIM_BINARY(>=)
MUSASIM_BINARY(&&)
MUSASIM_BINARY(||)
MUSASIM_BINARY(&)
MUSASIM_BINARY(|)
MUSASIM_BINARY(^)
#undef MUSASIM_BINARY

template <class A, std::enable_if_t<kIsExpression<A>, int> = 0>
auto operator-(const A& a) {
  return Expression([=](auto&... arguments) { return -a(arguments...); });
}
template <class A, std::enable_if_t<kIsExpression<A>, int> = 0>
auto operator!(const A& a) {
  return Expression([=](auto&... arguments) { return !a(arguments...); });
}

}  // namespace detail

namespace placeholders {
inline constexpr detail::Expression _1{detail::Argument<0>()};
inline constexpr detail::Expression _2{detail::Argument<1>()};
inline constexpr detail::Expression _3{detail::Argument<2>()};
}  // namespace placeholders

}  // namespace thrust
