// Bits that are found, masks that are made, products of 24 bits.
#ifndef TORCHADA_PTX_BITS_H
#define TORCHADA_PTX_BITS_H

#include "integers.h"

namespace torchada {
namespace ptx {

// lop3 whose result is a predicate, too: whether any bit is there, combined with another one.
template <class... M, class D, class P, class A, class B, class C, class Table, class Q>
TORCHADA_PTX void lop3_with(D&& d, P&& p, A a, B b, C c, Table table, Q q) {
  std::uint32_t result = 0;
  lop3<>(result, a, b, c, table);
  const bool other = value<bool>(q);
  put(d, result);
  put(p, has<_or, M...> ? result != 0 || other : result != 0 && other);
}

TORCHADA_PTX std::uint32_t ones_from(std::uint32_t bit) { return bit >= 32 ? 0U : ~0U << bit; }

// A mask of `b` bits from bit `a` on.
template <class... M, class D, class A, class B>
TORCHADA_PTX void bmsk(D&& d, A a, B b) {
  std::uint32_t first = value<std::uint32_t>(a), count = value<std::uint32_t>(b);
  if constexpr (has<_wrap, M...>) {
    first &= 31;
    count &= 31;
  }
  const std::uint32_t end = count >= 32 ? 32 : first + count;
  put(d, ones_from(first) & ~ones_from(end));
}

// The lower `b` bits, with their sign where the type has one.
template <class... M, class D, class A, class B>
TORCHADA_PTX void szext(D&& d, A a, B b) {
  using T = typename TypeOf<M...>::type;
  const std::uint32_t x = value<std::uint32_t>(a), given = value<std::uint32_t>(b);
  const std::uint32_t count = has<_wrap, M...> ? given & 31 : given;
  const std::uint32_t mask = ones_from(count);
  const bool has_sign = std::is_signed<T>::value && count > 0 && count < 32;
  const bool is_negative = has_sign && (x >> (count - 1) & 1) != 0;
  put(d, (x & ~mask) | (is_negative ? mask : 0U));
}

// The bit that is the `offset`-th one that is set, from `base` on; backwards where it is negative.
template <class... M, class D, class A, class B, class C>
TORCHADA_PTX void fns(D&& d, A a, B b, C c) {
  const std::uint32_t mask = value<std::uint32_t>(a);
  const std::int32_t offset = value<std::int32_t>(c);
  std::int32_t at = value<std::int32_t>(b);
  const std::int32_t step = offset >= 0 ? 1 : -1;
  std::int32_t left = offset == 0 ? 1 : offset * step;
  std::uint32_t found = 0xffffffffU;
  for (std::int32_t end = offset == 0 ? at + 1 : 32; at >= 0 && at < end && at < 32; at += step) {
    if ((mask >> at & 1) != 0 && --left == 0) {
      found = static_cast<std::uint32_t>(at);
      break;
    }
  }
  put(d, found);
}

// Of 48 bits of a product: the lower 32, or the upper 32.
template <class... M, class A, class B>
TORCHADA_PTX typename TypeOf<M...>::type product24(A a, B b) {
  using T = typename TypeOf<M...>::type;
  using Wide = typename WiderOf<T>::type;
  const auto part = [](T x) {
    return static_cast<Wide>(static_cast<T>(static_cast<std::uint32_t>(x) << 8) >> 8);
  };
  const Wide product = part(value<T>(a)) * part(value<T>(b));
  return static_cast<T>(has<_hi, M...> ? product >> 16 : product);
}
template <class... M, class D, class A, class B>
TORCHADA_PTX void mul24(D&& d, A a, B b) {
  put(d, product24<M...>(a, b));
}
template <class... M, class D, class A, class B, class C>
TORCHADA_PTX void mad24(D&& d, A a, B b, C c) {
  using T = typename TypeOf<M...>::type;
  const T product = product24<M...>(a, b), more = value<T>(c);
  if constexpr (has<_sat, M...>) {
    put(d, saturated(static_cast<std::int64_t>(product) + more));
  } else {
    put(d, wrapped_sum(product, more));
  }
}

}  // namespace ptx
}  // namespace torchada

#endif  // TORCHADA_PTX_BITS_H
