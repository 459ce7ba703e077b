// Algorithms over sequences that cub's and thrust's functions share: reductions that add in the shape of
// a tree, as devices do, which keeps sums of many floats exact to a few units.
#pragma once

#include <cstddef>
#include <iterator>
#include <type_traits>

namespace musasim::sequence {

template <class Iterator>
using Value = std::remove_cv_t<std::remove_reference_t<
    typename std::iterator_traits<std::remove_reference_t<Iterator>>::value_type>>;

// Takes at least one item.
template <class T, class Iterator, class Operator>
T reduce_some(Iterator items, std::size_t count, Operator& combine) {
  if (count <= 32) {
    T result = static_cast<T>(items[0]);
    for (std::size_t i = 1; i < count; ++i) {
      result =
          static_cast<T>(combine(result, static_cast<T>(items[static_cast<std::ptrdiff_t>(i)])));
    }
    return result;
  }
  const std::size_t half = count / 2;
  const T first = reduce_some<T>(items, half, combine);
  const T second = reduce_some<T>(items + static_cast<std::ptrdiff_t>(half), count - half, combine);
  return static_cast<T>(combine(first, second));
}

template <class T, class Iterator, class Operator>
T reduce(Iterator items, std::size_t count, Operator combine, T initial) {
  if (count == 0) return initial;
  return static_cast<T>(combine(initial, reduce_some<T>(items, count, combine)));
}

// From the second on, each with what stands before it. May be in place.
template <class T, class Iterator, class Output, class Operator>
void inclusive_scan(Iterator items, Output out, std::size_t count, Operator combine) {
  if (count == 0) return;
  T sum = static_cast<T>(items[0]);
  out[0] = sum;
  for (std::size_t i = 1; i < count; ++i) {
    const auto place = static_cast<std::ptrdiff_t>(i);
    sum = static_cast<T>(combine(sum, static_cast<T>(items[place])));
    out[place] = sum;
  }
}

template <class T, class Iterator, class Output, class Operator>
void exclusive_scan(Iterator items, Output out, std::size_t count, Operator combine, T sum) {
  for (std::size_t i = 0; i < count; ++i) {
    const auto place = static_cast<std::ptrdiff_t>(i);
    const T item = static_cast<T>(items[place]);
    out[place] = sum;
    sum = static_cast<T>(combine(sum, item));
  }
}

// Copies the items for which keep(place) holds; how many there are. May be in place.
template <class Iterator, class Output, class Keep>
std::size_t copy_where(Iterator items, Output out, std::size_t count, Keep keep) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto place = static_cast<std::ptrdiff_t>(i);
    if (keep(place)) out[static_cast<std::ptrdiff_t>(kept++)] = Value<Iterator>(items[place]);
  }
  return kept;
}

// Calls run(begin, end) for each run of items that are equal to each other, in order; how many.
template <class Iterator, class Equal, class Run>
std::size_t for_each_run(Iterator items, std::size_t count, Equal equal, Run run) {
  std::size_t runs = 0;
  for (std::size_t begin = 0; begin < count;) {
    const Value<Iterator> first = items[static_cast<std::ptrdiff_t>(begin)];
    std::size_t end = begin + 1;
    while (end < count && equal(first, Value<Iterator>(items[static_cast<std::ptrdiff_t>(end)])))
      ++end;
    run(runs, begin, end);
    ++runs;
    begin = end;
  }
  return runs;
}

}  // namespace musasim::sequence
