// thrust::unique, remove and partition: items that stay, and those that go.
#pragma once

#include <functional>

#include "thrust/copy.h"
#include "thrust/detail/algorithm.h"

namespace thrust {

template <class Policy, class In, class Out, class Equal, detail::RequirePolicy<Policy> = 0>
Out unique_copy(const Policy& policy, In first, In last, Out out, Equal equal) {
  return out + detail::evaluate(policy, [=, from = detail::raw(first), to = detail::raw(out),
                                         count = detail::length(first, last)]() mutable {
           const auto keep = [&](std::size_t run, std::size_t begin, std::size_t) {
             to[static_cast<std::ptrdiff_t>(run)] =
                 detail::ValueOf<In>(from[static_cast<std::ptrdiff_t>(begin)]);
           };
           return static_cast<std::ptrdiff_t>(
               ::musasim::sequence::for_each_run(from, count, equal, keep));
         });
}
template <class Policy, class In, class Out, detail::RequirePolicy<Policy> = 0>
Out unique_copy(const Policy& policy, In first, In last, Out out) {
  return thrust::unique_copy(policy, first, last, out, std::equal_to<>());
}
MUSASIM_THRUST_WITHOUT_POLICY(unique_copy)
template <class Policy, class It, class... Equal, detail::RequirePolicy<Policy> = 0>
It unique(const Policy& policy, It first, It last, Equal... equal) {
  return thrust::unique_copy(policy, first, last, first, equal...);
}
MUSASIM_THRUST_WITHOUT_POLICY(unique)

template <class Policy, class Keys, class Values, class KeysOut, class ValuesOut, class Equal,
          detail::RequirePolicy<Policy> = 0>
std::pair<KeysOut, ValuesOut> unique_by_key_copy(const Policy& policy, Keys first, Keys last,
                                                 Values values, KeysOut keys_out,
                                                 ValuesOut values_out, Equal equal) {
  const std::ptrdiff_t runs = detail::evaluate(
      policy,
      [=, keys = detail::raw(first), items = detail::raw(values), keys_to = detail::raw(keys_out),
       values_to = detail::raw(values_out), count = detail::length(first, last)]() mutable {
        const auto keep = [&](std::size_t run, std::size_t begin, std::size_t) {
          const auto at = static_cast<std::ptrdiff_t>(begin);
          keys_to[static_cast<std::ptrdiff_t>(run)] = detail::ValueOf<Keys>(keys[at]);
          values_to[static_cast<std::ptrdiff_t>(run)] = detail::ValueOf<Values>(items[at]);
        };
        return static_cast<std::ptrdiff_t>(
            ::musasim::sequence::for_each_run(keys, count, equal, keep));
      });
  return {keys_out + runs, values_out + runs};
}
template <class Policy, class Keys, class Values, class KeysOut, class ValuesOut,
          detail::RequirePolicy<Policy> = 0>
std::pair<KeysOut, ValuesOut> unique_by_key_copy(const Policy& policy, Keys first, Keys last,
                                                 Values values, KeysOut keys_out,
                                                 ValuesOut values_out) {
  return thrust::unique_by_key_copy(policy, first, last, values, keys_out, values_out,
                                    std::equal_to<>());
}
MUSASIM_THRUST_WITHOUT_POLICY(unique_by_key_copy)
template <class Policy, class Keys, class Values, class... Equal, detail::RequirePolicy<Policy> = 0>
std::pair<Keys, Values> unique_by_key(const Policy& policy, Keys first, Keys last, Values values,
                                      Equal... equal) {
  return thrust::unique_by_key_copy(policy, first, last, values, first, values, equal...);
}
MUSASIM_THRUST_WITHOUT_POLICY(unique_by_key)

namespace detail {
template <class Predicate>
struct Not {
  mutable Predicate predicate;
  template <class T>
  bool operator()(T&& item) const {
    return !predicate(item);
  }
};
}  // namespace detail

template <class Policy, class In, class Out, class Predicate, detail::RequirePolicy<Policy> = 0>
Out remove_copy_if(const Policy& policy, In first, In last, Out out, Predicate predicate) {
  return thrust::copy_if(policy, first, last, out, detail::Not<Predicate>{predicate});
}
template <class Policy, class In, class Stencil, class Out, class Predicate,
          detail::RequirePolicy<Policy> = 0>
Out remove_copy_if(const Policy& policy, In first, In last, Stencil stencil, Out out,
                   Predicate predicate) {
  return thrust::copy_if(policy, first, last, stencil, out, detail::Not<Predicate>{predicate});
}
MUSASIM_THRUST_WITHOUT_POLICY(remove_copy_if)
template <class Policy, class It, class Predicate, detail::RequirePolicy<Policy> = 0>
It remove_if(const Policy& policy, It first, It last, Predicate predicate) {
  return thrust::remove_copy_if(policy, first, last, first, predicate);
}
template <class Policy, class It, class Stencil, class Predicate, detail::RequirePolicy<Policy> = 0>
It remove_if(const Policy& policy, It first, It last, Stencil stencil, Predicate predicate) {
  return thrust::remove_copy_if(policy, first, last, stencil, first, predicate);
}
MUSASIM_THRUST_WITHOUT_POLICY(remove_if)
template <class Policy, class It, class T, detail::RequirePolicy<Policy> = 0>
It remove(const Policy& policy, It first, It last, const T& value) {
  return thrust::remove_if(policy, first, last,
                           [value](const auto& item) -> bool { return item == value; });
}
MUSASIM_THRUST_WITHOUT_POLICY(remove)

// Items for which the stencil holds go to one output, the others to another.
template <class Policy, class In, class Stencil, class Yes, class No, class Predicate,
          detail::RequirePolicy<Policy> = 0>
std::pair<Yes, No> partition_copy(const Policy& policy, In first, In last, Stencil stencil, Yes yes,
                                  No no, Predicate predicate) {
  const auto ends =
      detail::evaluate(policy, [=, from = detail::raw(first), decides = detail::raw(stencil),
                                to_yes = detail::raw(yes), to_no = detail::raw(no),
                                count = detail::length(first, last)] {
        Predicate wanted = predicate;
        const auto held = detail::take(from, count);
        std::pair<std::ptrdiff_t, std::ptrdiff_t> written(0, 0);
        std::vector<bool> goes_first;
        for (std::size_t i = 0; i < count; ++i) {
          goes_first.push_back(wanted(decides[static_cast<std::ptrdiff_t>(i)]));
        }
        for (std::size_t i = 0; i < count; ++i) {
          if (goes_first[i]) {
            to_yes[written.first++] = held[i].value;
          } else {
            to_no[written.second++] = held[i].value;
          }
        }
        return written;
      });
  return {yes + ends.first, no + ends.second};
}
template <class Policy, class In, class Yes, class No, class Predicate,
          detail::RequirePolicy<Policy> = 0>
std::pair<Yes, No> partition_copy(const Policy& policy, In first, In last, Yes yes, No no,
                                  Predicate predicate) {
  return thrust::partition_copy(policy, first, last, first, yes, no, predicate);
}
MUSASIM_THRUST_WITHOUT_POLICY(partition_copy)
template <class... Arguments>
auto stable_partition_copy(const Arguments&... arguments) {
  return thrust::partition_copy(arguments...);
}

template <class Policy, class It, class Stencil, class Predicate, detail::RequirePolicy<Policy> = 0>
It stable_partition(const Policy& policy, It first, It last, Stencil stencil, Predicate predicate) {
  return first +
         detail::evaluate(policy, [=, items = detail::raw(first), decides = detail::raw(stencil),
                                   count = detail::length(first, last)] {
           Predicate wanted = predicate;
           const auto held = detail::take(items, count);
           std::vector<bool> stays;
           std::ptrdiff_t front = 0;
           for (std::size_t i = 0; i < count; ++i) {
             stays.push_back(wanted(decides[static_cast<std::ptrdiff_t>(i)]));
             if (stays.back()) ++front;
           }
           std::ptrdiff_t yes = 0;
           std::ptrdiff_t no = front;
           for (std::size_t i = 0; i < count; ++i) items[stays[i] ? yes++ : no++] = held[i].value;
           return front;
         });
}
template <class Policy, class It, class Predicate, detail::RequirePolicy<Policy> = 0>
It stable_partition(const Policy& policy, It first, It last, Predicate predicate) {
  return thrust::stable_partition(policy, first, last, first, predicate);
}
MUSASIM_THRUST_WITHOUT_POLICY(stable_partition)
template <class... Arguments>
auto partition(const Arguments&... arguments) {
  return thrust::stable_partition(arguments...);
}

}  // namespace thrust
