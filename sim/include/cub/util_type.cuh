// CUB's helpers over types, and what its sorting knows of a key's bits.
#pragma once

#include <cfloat>
#include <cstring>
#include <iterator>
#include <limits>
#include <type_traits>

#include "cub/config.cuh"
#include "musa_bf16.h"
#include "musa_fp16.h"

namespace cub {

struct NullType {
  template <class T>
  NullType& operator=(const T&) {
    return *this;
  }
  bool operator==(const NullType&) const { return true; }
  bool operator!=(const NullType&) const { return false; }
};

template <bool condition, class Then, class Else>
struct If {
  using Type = std::conditional_t<condition, Then, Else>;
};

template <int value>
struct Int2Type {
  enum { VALUE = value };
};

template <class A, class B>
struct Equals {
  enum { VALUE = std::is_same<A, B>::value, NEGATE = !VALUE };
};

template <int N, int current = N, int count = 0>
struct Log2 {
  static constexpr int VALUE = Log2<N, (current >> 1), count + 1>::VALUE;
};
template <int N, int count>
struct Log2<N, 0, count> {
  static constexpr int VALUE = (1 << (count - 1) < N) ? count : count - 1;
};

template <int N>
struct PowerOfTwo {
  static constexpr bool VALUE = (N & (N - 1)) == 0;
};

template <class T>
struct alignas(T) Uninitialized {
  unsigned char storage[sizeof(T)];
  T& Alias() { return reinterpret_cast<T&>(*this); }
};

template <class T>
struct DoubleBuffer {
  T* d_buffers[2];
  int selector;
  DoubleBuffer() : d_buffers{nullptr, nullptr}, selector(0) {}
  DoubleBuffer(T* current, T* alternate) : d_buffers{current, alternate}, selector(0) {}
  T* Current() { return d_buffers[selector]; }
  T* Alternate() { return d_buffers[selector ^ 1]; }
};

template <class KeyType, class ValueType>
struct KeyValuePair {
  using Key = KeyType;
  using Value = ValueType;
  Key key;
  Value value;
  KeyValuePair() = default;
  KeyValuePair(const Key& k, const Value& v) : key(k), value(v) {}
  bool operator!=(const KeyValuePair& other) const {
    return value != other.value || key != other.key;
  }
  bool operator==(const KeyValuePair& other) const { return !(*this != other); }
};

enum Category { NOT_A_NUMBER, SIGNED_INTEGER, UNSIGNED_INTEGER, FLOATING_POINT };

// The change of a number's bits that orders them as unsigned integers.
template <Category category, bool primitive, bool null_type, class Bits, class T>
struct BaseTraits {
  static constexpr Category CATEGORY = category;
  static constexpr bool PRIMITIVE = primitive;
  static constexpr bool NULL_TYPE = null_type;
  using UnsignedBits = Bits;
  static constexpr UnsignedBits HIGH_BIT =
      static_cast<UnsignedBits>(UnsignedBits{1} << (8 * sizeof(UnsignedBits) - 1));

  static UnsignedBits TwiddleIn(UnsignedBits key) {
    if constexpr (category == SIGNED_INTEGER) return static_cast<UnsignedBits>(key ^ HIGH_BIT);
    if constexpr (category == FLOATING_POINT) {
      return static_cast<UnsignedBits>((key & HIGH_BIT) != 0 ? ~key : key ^ HIGH_BIT);
    }
    return key;
  }
  static UnsignedBits TwiddleOut(UnsignedBits key) {
    if constexpr (category == SIGNED_INTEGER) return static_cast<UnsignedBits>(key ^ HIGH_BIT);
    if constexpr (category == FLOATING_POINT) {
      return static_cast<UnsignedBits>((key & HIGH_BIT) != 0 ? key ^ HIGH_BIT : ~key);
    }
    return key;
  }
  static T Max() { return std::numeric_limits<T>::max(); }
  static T Lowest() { return std::numeric_limits<T>::lowest(); }
};
template <bool null_type, class Bits, class T>
struct BaseTraits<NOT_A_NUMBER, false, null_type, Bits, T> {
  static constexpr Category CATEGORY = NOT_A_NUMBER;
  static constexpr bool PRIMITIVE = false;
  static constexpr bool NULL_TYPE = null_type;
};

namespace detail {
template <std::size_t bytes>
struct BitsOfSize;
template <>
struct BitsOfSize<1> {
  using Type = unsigned char;
};
template <>
struct BitsOfSize<2> {
  using Type = unsigned short;
};
template <>
struct BitsOfSize<4> {
  using Type = unsigned int;
};
template <>
struct BitsOfSize<8> {
  using Type = unsigned long long;
};

template <class T, bool number = std::is_arithmetic<T>::value>
struct OwnTraits : BaseTraits<NOT_A_NUMBER, false, std::is_same<T, NullType>::value, T, T> {};
template <class T>
struct OwnTraits<T, true> : BaseTraits<std::is_floating_point<T>::value ? FLOATING_POINT
                                       : std::is_signed<T>::value       ? SIGNED_INTEGER
                                                                        : UNSIGNED_INTEGER,
                                       true, false, typename BitsOfSize<sizeof(T)>::Type, T> {};

template <class T>
struct HalfTraits : BaseTraits<FLOATING_POINT, true, false, unsigned short, T> {
  static T of(unsigned short bits) {
    T value;
    value.__x = bits;
    return value;
  }
};
}  // namespace detail

// Programs specialise it for types of their own.
template <class T>
struct FpLimits;
template <class T>
struct NumericTraits : detail::OwnTraits<T> {};
template <>
struct NumericTraits<__half> : detail::HalfTraits<__half> {
  static __half Max() { return of(0x7bff); }
  static __half Lowest() { return of(0xfbff); }
};
template <>
struct NumericTraits<__mt_bfloat16> : detail::HalfTraits<__mt_bfloat16> {
  static __mt_bfloat16 Max() { return of(0x7f7f); }
  static __mt_bfloat16 Lowest() { return of(0xff7f); }
};
template <class T>
struct Traits : NumericTraits<std::remove_cv_t<T>> {};

namespace detail {
// The bits of a key in ascending order; both zeros are one key.
template <class Key>
auto sortable(const Key& key) {
  using KeyTraits = Traits<Key>;
  typename KeyTraits::UnsignedBits bits;
  static_assert(sizeof(bits) == sizeof(key), "a key has the size of its bits");
  std::memcpy(&bits, &key, sizeof(bits));
  if (KeyTraits::CATEGORY == FLOATING_POINT && bits == KeyTraits::HIGH_BIT) bits = 0;
  return KeyTraits::TwiddleIn(bits);
}

template <class Iterator>
using it_value_t = typename std::iterator_traits<Iterator>::value_type;
template <class Iterator>
using value_t = typename std::iterator_traits<Iterator>::value_type;
// The type of an output's elements; for an iterator that only writes, that of the other one.
template <class Iterator, class Fallback>
using non_void_value_t =
    std::conditional_t<std::is_void<it_value_t<Iterator>>::value, Fallback, it_value_t<Iterator>>;
}  // namespace detail

}  // namespace cub
