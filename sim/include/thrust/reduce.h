// thrust::reduce, transform_reduce, inner_product, reduce_by_key, count.
#pragma once

#include <functional>

#include "musasim/iterator_facade.h"
#include "thrust/detail/algorithm.h"
#include "thrust/functional.h"
#include "thrust/iterator/transform_iterator.h"
#include "thrust/iterator/zip_iterator.h"

namespace thrust {

template <class Policy, class It, class T, class Operator, detail::RequirePolicy<Policy> = 0>
T reduce(const Policy& policy, It first, It last, T initial, Operator combine) {
  return detail::evaluate(policy,
                          [=, items = detail::raw(first), count = detail::length(first, last)] {
                            return ::musasim::sequence::reduce<T>(items, count, combine, initial);
                          });
}
template <class Policy, class It, class T, detail::RequirePolicy<Policy> = 0>
T reduce(const Policy& policy, It first, It last, T initial) {
  return thrust::reduce(policy, first, last, initial, std::plus<>());
}
template <class Policy, class It, detail::RequirePolicy<Policy> = 0>
detail::ValueOf<It> reduce(const Policy& policy, It first, It last) {
  return thrust::reduce(policy, first, last, detail::ValueOf<It>());
}
MUSASIM_THRUST_WITHOUT_POLICY(reduce)

template <class Policy, class It, class Function, class T, class Operator,
          detail::RequirePolicy<Policy> = 0>
T transform_reduce(const Policy& policy, It first, It last, Function function, T initial,
                   Operator combine) {
  return thrust::reduce(policy, thrust::make_transform_iterator(first, function),
                        thrust::make_transform_iterator(last, function), initial, combine);
}
MUSASIM_THRUST_WITHOUT_POLICY(transform_reduce)

template <class Policy, class A, class B, class T, class Sum, class Product,
          detail::RequirePolicy<Policy> = 0>
T inner_product(const Policy& policy, A first, A last, B other, T initial, Sum sum,
                Product product) {
  const auto multiply = [product](const auto& pair) {
    Product own = product;
    return own(std::get<0>(pair), std::get<1>(pair));
  };
  const auto begin = thrust::make_zip_iterator(first, other);
  return thrust::transform_reduce(policy, begin, begin + (last - first), multiply, initial, sum);
}
template <class Policy, class A, class B, class T, detail::RequirePolicy<Policy> = 0>
T inner_product(const Policy& policy, A first, A last, B other, T initial) {
  return thrust::inner_product(policy, first, last, other, initial, std::plus<>(),
                               std::multiplies<>());
}
MUSASIM_THRUST_WITHOUT_POLICY(inner_product)

template <class Policy, class It, class Predicate, detail::RequirePolicy<Policy> = 0>
std::ptrdiff_t count_if(const Policy& policy, It first, It last, Predicate predicate) {
  return detail::evaluate(
      policy, [=, items = detail::raw(first), count = detail::length(first, last)]() mutable {
        std::ptrdiff_t found = 0;
        Predicate wanted = predicate;
        for (std::size_t i = 0; i < count; ++i) {
          if (wanted(items[static_cast<std::ptrdiff_t>(i)])) ++found;
        }
        return found;
      });
}
MUSASIM_THRUST_WITHOUT_POLICY(count_if)
template <class Policy, class It, class T, detail::RequirePolicy<Policy> = 0>
std::ptrdiff_t count(const Policy& policy, It first, It last, const T& value) {
  return thrust::count_if(policy, first, last,
                          [value](const auto& item) -> bool { return item == value; });
}
MUSASIM_THRUST_WITHOUT_POLICY(count)

template <class Policy, class Keys, class Values, class KeysOut, class ValuesOut, class Equal,
          class Operator, detail::RequirePolicy<Policy> = 0>
std::pair<KeysOut, ValuesOut> reduce_by_key(const Policy& policy, Keys first, Keys last,
                                            Values values, KeysOut keys_out, ValuesOut values_out,
                                            Equal equal, Operator combine) {
  using T = detail::ValueOf<Values>;
  const std::ptrdiff_t runs = detail::evaluate(
      policy,
      [=, keys = detail::raw(first), items = detail::raw(values), keys_to = detail::raw(keys_out),
       values_to = detail::raw(values_out), count = detail::length(first, last)]() mutable {
        const auto reduce_run = [&](std::size_t run, std::size_t begin, std::size_t end) {
          const auto at = static_cast<std::ptrdiff_t>(begin);
          const auto to = static_cast<std::ptrdiff_t>(run);
          const T sum = ::musasim::sequence::reduce_some<T>(items + at, end - begin, combine);
          keys_to[to] = detail::ValueOf<Keys>(keys[at]);
          values_to[to] = sum;
        };
        return static_cast<std::ptrdiff_t>(
            ::musasim::sequence::for_each_run(keys, count, equal, reduce_run));
      });
  return {keys_out + runs, values_out + runs};
}
template <class Policy, class Keys, class Values, class KeysOut, class ValuesOut, class Equal,
          detail::RequirePolicy<Policy> = 0>
std::pair<KeysOut, ValuesOut> reduce_by_key(const Policy& policy, Keys first, Keys last,
                                            Values values, KeysOut keys_out, ValuesOut values_out,
                                            Equal equal) {
  return thrust::reduce_by_key(policy, first, last, values, keys_out, values_out, equal,
                               std::plus<>());
}
template <class Policy, class Keys, class Values, class KeysOut, class ValuesOut,
          detail::RequirePolicy<Policy> = 0>
std::pair<KeysOut, ValuesOut> reduce_by_key(const Policy& policy, Keys first, Keys last,
                                            Values values, KeysOut keys_out, ValuesOut values_out) {
  return thrust::reduce_by_key(policy, first, last, values, keys_out, values_out,
                               std::equal_to<>());
}
MUSASIM_THRUST_WITHOUT_POLICY(reduce_by_key)

}  // namespace thrust
