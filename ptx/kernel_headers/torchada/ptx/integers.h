// Arithmetic of integers and bits.
#ifndef TORCHADA_PTX_INTEGERS_H
#define TORCHADA_PTX_INTEGERS_H

#include "registers.h"

namespace torchada {
namespace ptx {

template <class T>
inline constexpr int bits_of = static_cast<int>(sizeof(T) * 8);
template <class T>
using Unsigned = std::make_unsigned_t<T>;

// Integers that wrap around.
#define TORCHADA_PTX_WRAPPING(name, operation)                                 \
  template <class T>                                                           \
  TORCHADA_PTX T name(T a, T b) {                                              \
    using U = std::conditional_t<(sizeof(T) < 4), std::uint32_t, Unsigned<T>>; \
    return static_cast<T>(static_cast<U>(a) operation static_cast<U>(b));      \
  }
TORCHADA_PTX_WRAPPING(wrapped_sum, +)
TORCHADA_PTX_WRAPPING(wrapped_difference, -)
TORCHADA_PTX_WRAPPING(wrapped_product, *)
#undef TORCHADA_PTX_WRAPPING

TORCHADA_PTX std::int32_t saturated(std::int64_t x) {
  return x > 0x7fffffff          ? 0x7fffffff
         : x < -0x7fffffffLL - 1 ? -0x7fffffff - 1
                                 : static_cast<std::int32_t>(x);
}

// The upper half of a product.
template <class T>
TORCHADA_PTX T high_product(T a, T b) {
  if constexpr (sizeof(T) == 8) {
    const std::uint64_t x = static_cast<std::uint64_t>(a), y = static_cast<std::uint64_t>(b);
    const std::uint64_t low = (x & 0xffffffffU) * (y & 0xffffffffU);
    const std::uint64_t middle = (x >> 32) * (y & 0xffffffffU) + (low >> 32);
    const std::uint64_t other = (x & 0xffffffffU) * (y >> 32) + (middle & 0xffffffffU);
    std::uint64_t high = (x >> 32) * (y >> 32) + (middle >> 32) + (other >> 32);
    if (std::is_signed<T>::value && a < 0) high -= y;
    if (std::is_signed<T>::value && b < 0) high -= x;
    return static_cast<T>(high);
  } else {
    using Wide = std::conditional_t<std::is_signed<T>::value, std::int64_t, std::uint64_t>;
    return static_cast<T>((static_cast<Wide>(a) * static_cast<Wide>(b)) >> bits_of<T>);
  }
}

template <class T>
struct WiderOf;
template <>
struct WiderOf<std::uint16_t> {
  using type = std::uint32_t;
};
template <>
struct WiderOf<std::int16_t> {
  using type = std::int32_t;
};
template <>
struct WiderOf<std::uint32_t> {
  using type = std::uint64_t;
};
template <>
struct WiderOf<std::int32_t> {
  using type = std::int64_t;
};

template <class... M, class D, class A, class B>
TORCHADA_PTX void multiply_integers(D&& d, A a, B b) {
  using T = typename TypeOf<M...>::type;
  const T x = value<T>(a), y = value<T>(b);
  if constexpr (has<_hi, M...>) {
    put(d, high_product(x, y));
  } else if constexpr (has<_wide, M...>) {
    using Wide = typename WiderOf<T>::type;
    put(d, static_cast<Wide>(static_cast<Wide>(x) * static_cast<Wide>(y)));
  } else {
    put(d, wrapped_product(x, y));
  }
}

template <class... M, class D, class A, class B, class C>
TORCHADA_PTX void mad(D&& d, A a, B b, C c) {
  using T = typename TypeOf<M...>::type;
  if constexpr (has<_wide, M...>) {
    using Wide = typename WiderOf<T>::type;
    Wide product;
    multiply_integers<M...>(product, a, b);
    put(d, wrapped_sum(product, value<Wide>(c)));
  } else {
    T product;
    multiply_integers<M...>(product, a, b);
    if constexpr (has<_sat, M...>) {
      put(d, saturated(static_cast<std::int64_t>(product) + value<T>(c)));
    } else {
      put(d, wrapped_sum(product, value<T>(c)));
    }
  }
}

// With a carry: .cc sets it, the instructions with a c behind their name add it.
template <class... M, class D, class A, class B>
TORCHADA_PTX void add_with(D&& d, A a, B b, std::uint32_t& carry, bool reads, bool sets) {
  using T = Unsigned<typename TypeOf<M...>::type>;
  const T x = value<T>(a), y = value<T>(b);
  const T first = static_cast<T>(x + y);
  const T sum = static_cast<T>(first + (reads ? carry : 0));
  if (sets) carry = (first < x || sum < first) ? 1 : 0;
  put(d, sum);
}
template <class... M, class D, class A, class B>
TORCHADA_PTX void add_cc(D&& d, A a, B b, std::uint32_t& carry) {
  add_with<M...>(d, a, b, carry, false, true);
}
template <class... M, class D, class A, class B>
TORCHADA_PTX void addc(D&& d, A a, B b, std::uint32_t& carry) {
  add_with<M...>(d, a, b, carry, true, has<_cc, M...>);
}
template <class... M, class D, class A, class B>
TORCHADA_PTX void subtract_with(D&& d, A a, B b, std::uint32_t& borrow, bool reads, bool sets) {
  using T = Unsigned<typename TypeOf<M...>::type>;
  const T x = value<T>(a), y = value<T>(b);
  const T first = static_cast<T>(x - y);
  const T less = static_cast<T>(reads ? borrow : 0);
  if (sets) borrow = (x < y || first < less) ? 1 : 0;
  put(d, static_cast<T>(first - less));
}
template <class... M, class D, class A, class B>
TORCHADA_PTX void sub_cc(D&& d, A a, B b, std::uint32_t& borrow) {
  subtract_with<M...>(d, a, b, borrow, false, true);
}
template <class... M, class D, class A, class B>
TORCHADA_PTX void subc(D&& d, A a, B b, std::uint32_t& borrow) {
  subtract_with<M...>(d, a, b, borrow, true, has<_cc, M...>);
}
template <class... M, class D, class A, class B, class C>
TORCHADA_PTX void mad_cc(D&& d, A a, B b, C c, std::uint32_t& carry) {
  typename TypeOf<M...>::type product;
  multiply_integers<M...>(product, a, b);
  add_with<M...>(d, product, c, carry, false, true);
}
template <class... M, class D, class A, class B, class C>
TORCHADA_PTX void madc(D&& d, A a, B b, C c, std::uint32_t& carry) {
  typename TypeOf<M...>::type product;
  multiply_integers<M...>(product, a, b);
  add_with<M...>(d, product, c, carry, true, has<_cc, M...>);
}

// Without a trap: what is divided by zero is all ones, and so is its remainder.
template <class T>
TORCHADA_PTX T integer_quotient(T x, T y) {
  if (y == 0) return static_cast<T>(~T(0));
  if (std::is_signed<T>::value && y == static_cast<T>(-1)) return wrapped_difference(T(0), x);
  return static_cast<T>(x / y);
}
template <class... M, class D, class A, class B>
TORCHADA_PTX void rem(D&& d, A a, B b) {
  using T = typename TypeOf<M...>::type;
  const T x = value<T>(a), y = value<T>(b);
  if (y == 0) {
    put(d, static_cast<T>(~T(0)));
  } else if (std::is_signed<T>::value && y == static_cast<T>(-1)) {
    put(d, T(0));
  } else {
    put(d, static_cast<T>(x % y));
  }
}

template <class... M, class D, class A, class B, class C>
TORCHADA_PTX void sad(D&& d, A a, B b, C c) {
  using T = typename TypeOf<M...>::type;
  const T x = value<T>(a), y = value<T>(b);
  put(d, wrapped_sum(value<T>(c), x < y ? wrapped_difference(y, x) : wrapped_difference(x, y)));
}

#define TORCHADA_PTX_BITWISE(name, operation)                  \
  template <class... M, class D, class A, class B>             \
  TORCHADA_PTX void name(D&& d, A a, B b) {                    \
    using T = typename TypeOf<M...>::type;                     \
    put(d, static_cast<T>(value<T>(a) operation value<T>(b))); \
  }
TORCHADA_PTX_BITWISE(and_, &)
TORCHADA_PTX_BITWISE(or_, |)
TORCHADA_PTX_BITWISE(xor_, ^)
#undef TORCHADA_PTX_BITWISE

template <class... M, class D, class A>
TORCHADA_PTX void not_(D&& d, A a) {
  using T = typename TypeOf<M...>::type;
  if constexpr (std::is_same<T, bool>::value) {
    put(d, !value<T>(a));
  } else {
    put(d, static_cast<T>(~value<T>(a)));
  }
}
template <class... M, class D, class A>
TORCHADA_PTX void cnot(D&& d, A a) {
  using T = typename TypeOf<M...>::type;
  put(d, static_cast<T>(value<T>(a) == 0 ? 1 : 0));
}

template <class... M, class D, class A, class B>
TORCHADA_PTX void shl(D&& d, A a, B by) {
  using T = typename TypeOf<M...>::type;
  const std::uint32_t count = value<std::uint32_t>(by);
  put(d, static_cast<T>(count >= bits_of<T> ? 0 : value<T>(a) << count));
}
template <class... M, class D, class A, class B>
TORCHADA_PTX void shr(D&& d, A a, B by) {
  using T = typename TypeOf<M...>::type;
  const std::uint32_t count = value<std::uint32_t>(by);
  const T x = value<T>(a);
  const T last = static_cast<T>(std::is_signed<T>::value && x < static_cast<T>(0) ? ~T(0) : T(0));
  put(d, static_cast<T>(count >= bits_of<T> ? last : x >> count));
}
template <class... M, class D, class A, class B, class C>
TORCHADA_PTX void shf(D&& d, A low, B high, C by) {
  std::uint32_t count = value<std::uint32_t>(by);
  count = has<_clamp, M...> ? (count > 32 ? 32 : count) : count & 31;
  const std::uint64_t both =
      static_cast<std::uint64_t>(value<std::uint32_t>(high)) << 32 | value<std::uint32_t>(low);
  put(d, static_cast<std::uint32_t>(has<_l, M...> ? (both << count) >> 32 : both >> count));
}

// The bit number k of the result is that of `table` whose number the bits k of a, b and c are.
template <class... M, class D, class A, class B, class C, class Table>
TORCHADA_PTX void lop3(D&& d, A a, B b, C c, Table table) {
  const std::uint32_t x = value<std::uint32_t>(a), y = value<std::uint32_t>(b),
                      z = value<std::uint32_t>(c);
  const auto function = static_cast<std::uint32_t>(table);
  std::uint32_t result = 0;
  for (std::uint32_t i = 0; i < 8; ++i) {
    const std::uint32_t term =
        ((i & 4) != 0 ? x : ~x) & ((i & 2) != 0 ? y : ~y) & ((i & 1) != 0 ? z : ~z);
    if ((function >> i & 1) != 0) result |= term;
  }
  put(d, result);
}

template <class... M>
TORCHADA_PTX std::uint32_t selector_of(std::uint32_t mode, std::uint32_t k) {
  if constexpr (has<_f4e, M...>) return mode + k;
  if constexpr (has<_b4e, M...>) return (mode + 8 - k) & 7;
  if constexpr (has<_rc8, M...>) return mode;
  if constexpr (has<_ecl, M...>) return k > mode ? k : mode;
  if constexpr (has<_ecr, M...>) return k < mode ? k : mode;
  return (mode & 1) * 2 + (k & 1);
}
template <class... M, class D, class A, class B, class C>
TORCHADA_PTX void prmt(D&& d, A a, B b, C c) {
  const std::uint64_t bytes =
      static_cast<std::uint64_t>(value<std::uint32_t>(b)) << 32 | value<std::uint32_t>(a);
  const std::uint32_t control = value<std::uint32_t>(c);
  constexpr bool is_general = !(has<_f4e, M...> || has<_b4e, M...> || has<_rc8, M...> ||
                                has<_ecl, M...> || has<_ecr, M...> || has<_rc16, M...>);
  std::uint32_t result = 0;
  for (std::uint32_t k = 0; k < 4; ++k) {
    std::uint32_t selector = control >> (4 * k) & 15;
    if (!is_general) selector = selector_of<M...>(control & 3, k);
    std::uint32_t byte = static_cast<std::uint32_t>(bytes >> (8 * (selector & 7))) & 0xff;
    if ((selector & 8) != 0) byte = (byte & 0x80) != 0 ? 0xff : 0;
    result |= byte << (8 * k);
  }
  put(d, result);
}

template <class... M, class D, class A, class B, class C>
TORCHADA_PTX void bfe(D&& d, A a, B from, C count) {
  using T = typename TypeOf<M...>::type;
  using U = Unsigned<T>;
  constexpr std::uint32_t all = bits_of<T>;
  const T x = value<T>(a);
  const std::uint32_t first = value<std::uint32_t>(from) & 0xff,
                      size = value<std::uint32_t>(count) & 0xff;
  const std::uint32_t end = first + size;
  const bool is_signed = std::is_signed<T>::value && size != 0;
  const std::uint32_t sign_at = end - 1 < all - 1 ? end - 1 : all - 1;
  const bool sign = is_signed && (static_cast<U>(x) >> sign_at & 1) != 0;
  U result = first >= all ? 0 : static_cast<U>(x) >> first;
  const std::uint32_t there = first >= all ? 0 : all - first;
  const std::uint32_t taken = size < there ? size : there;
  if (taken < all) {
    const U mask = (U(1) << taken) - 1;
    result = static_cast<U>((result & mask) | (sign ? ~mask : U(0)));
  }
  put(d, static_cast<T>(result));
}
template <class... M, class D, class A, class B, class C, class E>
TORCHADA_PTX void bfi(D&& d, A a, B b, C from, E count) {
  using U = typename TypeOf<M...>::type;
  constexpr std::uint32_t all = bits_of<U>;
  const std::uint32_t first = value<std::uint32_t>(from) & 0xff,
                      size = value<std::uint32_t>(count) & 0xff;
  const U ones = size >= all ? ~U(0) : static_cast<U>((U(1) << size) - 1);
  const U mask = first >= all ? U(0) : static_cast<U>(ones << first);
  const U shifted = first >= all ? U(0) : static_cast<U>(value<U>(a) << first);
  put(d, static_cast<U>((value<U>(b) & ~mask) | (shifted & mask)));
}

TORCHADA_PTX std::uint32_t leading_zeros(std::uint64_t x, int size) {
  std::uint32_t count = 0;
  for (int i = size - 1; i >= 0 && (x >> i & 1) == 0; --i) ++count;
  return count;
}
template <class... M, class D, class A>
TORCHADA_PTX void clz(D&& d, A a) {
  using T = typename TypeOf<M...>::type;
  put(d, leading_zeros(value<T>(a), bits_of<T>));
}
template <class... M, class D, class A>
TORCHADA_PTX void bfind(D&& d, A a) {
  using T = typename TypeOf<M...>::type;
  T x = value<T>(a);
  if (std::is_signed<T>::value && x < 0) x = static_cast<T>(~x);
  const std::uint32_t zeros = leading_zeros(static_cast<Unsigned<T>>(x), bits_of<T>);
  const std::uint32_t all = bits_of<T>;
  if (zeros == all) {
    put(d, 0xffffffffU);
  } else {
    put(d, has<_shiftamt, M...> ? zeros : all - 1 - zeros);
  }
}
template <class... M, class D, class A>
TORCHADA_PTX void popc(D&& d, A a) {
  using T = typename TypeOf<M...>::type;
  std::uint32_t count = 0;
  for (T x = value<T>(a); x != 0; x &= x - 1) ++count;
  put(d, count);
}
template <class... M, class D, class A>
TORCHADA_PTX void brev(D&& d, A a) {
  using T = typename TypeOf<M...>::type;
  const T x = value<T>(a);
  T result = 0;
  for (int i = 0; i < bits_of<T>; ++i) result |= static_cast<T>(x >> i & 1) << (bits_of<T> - 1 - i);
  put(d, result);
}

// The byte or half number k, with its sign where the type has one.
template <class T>
TORCHADA_PTX std::int64_t part_of(std::uint32_t x, int k, int size) {
  const std::uint32_t raw = x >> (k * size) & ((1U << size) - 1);
  const bool is_negative = std::is_signed<T>::value && (raw >> (size - 1) & 1) != 0;
  return static_cast<std::int64_t>(raw) - (is_negative ? 1LL << size : 0);
}
template <class... M, class D, class A, class B, class C>
TORCHADA_PTX void dp4a(D&& d, A a, B b, C c) {
  using Left = typename NthType<0, M...>::type;
  using Right = typename NthType<1, M...>::type;
  const std::uint32_t x = value<std::uint32_t>(a), y = value<std::uint32_t>(b);
  std::int64_t sum = 0;
  for (int k = 0; k < 4; ++k) sum += part_of<Left>(x, k, 8) * part_of<Right>(y, k, 8);
  put(d, static_cast<std::uint32_t>(value<std::uint32_t>(c) + static_cast<std::uint64_t>(sum)));
}
template <class... M, class D, class A, class B, class C>
TORCHADA_PTX void dp2a(D&& d, A a, B b, C c) {
  using Left = typename NthType<0, M...>::type;
  using Right = typename NthType<1, M...>::type;
  const std::uint32_t x = value<std::uint32_t>(a), y = value<std::uint32_t>(b);
  const int first = has<_hi, M...> ? 2 : 0;
  std::int64_t sum = 0;
  for (int k = 0; k < 2; ++k) sum += part_of<Left>(x, k, 16) * part_of<Right>(y, first + k, 8);
  put(d, static_cast<std::uint32_t>(value<std::uint32_t>(c) + static_cast<std::uint64_t>(sum)));
}

}  // namespace ptx
}  // namespace torchada

#endif  // TORCHADA_PTX_INTEGERS_H
