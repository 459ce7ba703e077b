// CUB's function objects.
#pragma once

#include "cub/util_type.cuh"

namespace cub {

#define MUSASIM_OPERATOR(name, expression)                    \
  struct name {                                               \
    template <class T, class U>                               \
    constexpr auto operator()(const T& a, const U& b) const { \
      return expression;                                      \
    }                                                         \
  };
MUSASIM_OPERATOR(Equality, a == b)
MUSASIM_OPERATOR(Inequality, a != b)
MUSASIM_OPERATOR(Sum, a + b)
MUSASIM_OPERATOR(Difference, a - b)
MUSASIM_OPERATOR(Division, a / b)
#undef MUSASIM_OPERATOR

template <class EqualityOp>
struct InequalityWrapper {
  EqualityOp op;
  explicit InequalityWrapper(EqualityOp operation) : op(operation) {}
  template <class T, class U>
  bool operator()(const T& a, const U& b) {
    return !op(a, b);
  }
};

struct Max {
  template <class T, class U>
  constexpr std::common_type_t<T, U> operator()(const T& a, const U& b) const {
    return a < b ? b : a;
  }
};
struct Min {
  template <class T, class U>
  constexpr std::common_type_t<T, U> operator()(const T& a, const U& b) const {
    return b < a ? b : a;
  }
};

// Compares pairs of a place and a value; of equal values it takes the first place.
struct ArgMax {
  template <class Pair>
  Pair operator()(const Pair& a, const Pair& b) const {
    return a.value < b.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};
struct ArgMin {
  template <class Pair>
  Pair operator()(const Pair& a, const Pair& b) const {
    return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};

template <class Target>
struct CastOp {
  template <class T>
  Target operator()(T&& value) const {
    return static_cast<Target>(value);
  }
};

template <class ScanOp>
struct SwizzleScanOp {
  ScanOp scan_op;
  explicit SwizzleScanOp(ScanOp operation) : scan_op(operation) {}
  template <class T>
  T operator()(const T& a, const T& b) {
    return scan_op(T(b), T(a));
  }
};

// Adds the values of pairs of a key and a value while the key stays the same.
template <class ReductionOp>
struct ReduceByKeyOp {
  ReductionOp op;
  ReduceByKeyOp() = default;
  explicit ReduceByKeyOp(ReductionOp operation) : op(operation) {}
  template <class Pair>
  Pair operator()(const Pair& first, const Pair& second) {
    Pair result = second;
    if (first.key == second.key) result.value = op(first.value, second.value);
    return result;
  }
};
// The same where a key is how many segments have begun.
template <class ReductionOp>
struct ReduceBySegmentOp {
  ReductionOp op;
  ReduceBySegmentOp() = default;
  explicit ReduceBySegmentOp(ReductionOp operation) : op(operation) {}
  template <class Pair>
  Pair operator()(const Pair& first, const Pair& second) {
    Pair result;
    result.key = first.key + second.key;
    result.value = second.key != 0 ? second.value : op(first.value, second.value);
    return result;
  }
};

}  // namespace cub
