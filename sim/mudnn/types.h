// Element types: how each is stored, and moving runs of them from and to what is computed with.
#pragma once

#include <cstdint>
#include <type_traits>

#include "blas/element.h"
#include "mudnn.h"

namespace musasim::dnn {

using Type = musa::dnn::Tensor::Type;
using blas::Bfloat16;
using blas::E4m3;
using blas::E5m2;
using blas::Half;

// Every type that is computed with: its name and how it is stored.
#define MUDNN_TYPES(X)     \
  X(HALF, Half)            \
  X(FLOAT, float)          \
  X(DOUBLE, double)        \
  X(BFLOAT16, Bfloat16)    \
  X(FP8_E4M3, E4m3)        \
  X(FP8_E5M2, E5m2)        \
  X(BOOL, bool)            \
  X(INT8, std::int8_t)     \
  X(INT16, std::int16_t)   \
  X(INT32, std::int32_t)   \
  X(INT64, std::int64_t)   \
  X(UINT8, std::uint8_t)   \
  X(UINT16, std::uint16_t) \
  X(UINT32, std::uint32_t) \
  X(UINT64, std::uint64_t)

// Calls f(Storage{}) with how the type is stored; false when it is not one of the table.
template <class F>
bool with_storage(Type type, F f) {
  switch (type) {
#define MUDNN_CASE(NAME, STORAGE) \
  case Type::NAME: f(STORAGE{}); return true;
    MUDNN_TYPES(MUDNN_CASE)
#undef MUDNN_CASE
    default: return false;
  }
}

// The kinds of numbers that elements are computed as. Small types are converted block by block.
enum class Kind { kFloat, kDouble, kInteger, kUnsigned };

// Calls f(C{}) with the type of the kind.
template <class F>
void with_kind(Kind kind, F f) {
  switch (kind) {
    case Kind::kFloat: f(float{}); break;
    case Kind::kDouble: f(double{}); break;
    case Kind::kInteger: f(std::int64_t{}); break;
    case Kind::kUnsigned: f(std::uint64_t{}); break;
  }
}

template <class S>
constexpr bool kNarrow = !std::is_arithmetic_v<S>;

// A stored element as C, and back. Real numbers lose their fraction in integers, as in C.
template <class C, class S>
C widened(const S& stored) {
  if constexpr (kNarrow<S>) {
    return static_cast<C>(stored.value());
  } else {
    return static_cast<C>(stored);
  }
}
template <class S, class C>
S narrowed(C value) {
  if constexpr (std::is_same_v<S, bool>) {
    return value != C(0);
  } else if constexpr (std::is_same_v<S, Half> || std::is_same_v<S, Bfloat16>) {
    return S::from(static_cast<float>(value));
  } else if constexpr (kNarrow<S>) {
    return S::from(static_cast<double>(value));
  } else if constexpr (std::is_integral_v<S> && std::is_floating_point_v<C> && sizeof(S) < 8) {
    // By way of the widest integer, so that what is too large wraps instead of being undefined.
    return static_cast<S>(static_cast<std::int64_t>(value));
  } else {
    return static_cast<S>(value);
  }
}

inline bool known(Type type) {
  return with_storage(type, [](auto) {});
}
inline bool is_real(Type type) {
  switch (type) {
    case Type::HALF:
    case Type::FLOAT:
    case Type::DOUBLE:
    case Type::BFLOAT16:
    case Type::FP8_E4M3:
    case Type::FP8_E5M2: return true;
    default: return false;
  }
}
inline std::int64_t size_of(Type type) {
  std::int64_t size = 0;
  with_storage(type, [&](auto storage) { size = sizeof(storage); });
  return size;
}
template <class C>
constexpr Type type_of() {
  return std::is_same_v<C, float>          ? Type::FLOAT
         : std::is_same_v<C, double>       ? Type::DOUBLE
         : std::is_same_v<C, std::int64_t> ? Type::INT64
                                           : Type::UINT64;
}

// Reads and writes `count` elements that lie `stride` elements apart.
template <class C>
void read_run(Type type, const void* from, std::int64_t stride, std::int64_t count, C* to);
template <class C>
void write_run(Type type, void* to, std::int64_t stride, std::int64_t count, const C* from);

}  // namespace musasim::dnn
