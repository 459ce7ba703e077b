// cub::ThreadReduce: of a thread's own items.
#pragma once

#include "cub/thread_operators.cuh"

namespace cub {

template <class T, int items, class Operator>
T ThreadReduce(const T (&values)[items], Operator combine) {
  T sum = values[0];
  for (int i = 1; i < items; ++i) sum = combine(sum, values[i]);
  return sum;
}
template <class T, int items, class Operator>
T ThreadReduce(const T (&values)[items], Operator combine, T prefix) {
  T sum = prefix;
  for (int i = 0; i < items; ++i) sum = combine(sum, values[i]);
  return sum;
}
namespace internal {
using cub::ThreadReduce;
}

}  // namespace cub
