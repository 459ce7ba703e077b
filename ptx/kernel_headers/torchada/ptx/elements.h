// The numbers that matrices have: what a register holds of them, sums of products, results.
#ifndef TORCHADA_PTX_ELEMENTS_H
#define TORCHADA_PTX_ELEMENTS_H

#include "conversion.h"
#include "warp.h"

namespace torchada {
namespace ptx {

inline constexpr std::uint32_t kWholeWarp = 0xffffffffU;

// Two numbers of e2m1 in each byte; where a byte has one, it is in the four bits in the middle.
struct PackedE2m1 {};

template <class Type, class... Types>
inline constexpr bool is_any = (std::is_same<Type, Types>::value || ...);

// How many numbers of a type a register holds, and the k-th of them.
template <class Type>
inline constexpr int packed = is_any<Type, _tf32, _f64>            ? 1
                              : is_half<Type>                      ? 2
                              : is_any<Type, _s4, _u4, PackedE2m1> ? 8
                              : is_any<Type, _b1>                  ? 32
                                                                   : 4;
template <class Type>
inline constexpr bool is_whole = is_any<Type, _s8, _u8, _s4, _u4, _b1>;

template <class Type, class Word>
TORCHADA_PTX auto element(Word x, int k) {
  if constexpr (std::is_same<Type, _f64>::value) {
    return bits<double>(x);
  } else if constexpr (std::is_same<Type, _tf32>::value) {
    return f32_of_bits(x & 0xffffe000U);
  } else if constexpr (is_half<Type>) {
    return widen<Type>(static_cast<std::uint16_t>(x >> (16 * k)));
  } else if constexpr (is_any<Type, _s8, _u8>) {
    return static_cast<std::int32_t>(part_of<typename Type::type>(x, k, 8));
  } else if constexpr (std::is_same<Type, _s4>::value) {
    return static_cast<std::int32_t>(part_of<std::int8_t>(x, k, 4));
  } else if constexpr (std::is_same<Type, _u4>::value) {
    return static_cast<std::int32_t>(part_of<std::uint8_t>(x, k, 4));
  } else if constexpr (std::is_same<Type, PackedE2m1>::value) {
    return large<_e2m1x2>(x >> (4 * k) & 0xfU);
  } else if constexpr (std::is_same<Type, _e2m1>::value) {
    return large<_e2m1x2>(x >> (8 * k + 2) & 0xfU);
  } else if constexpr (std::is_same<Type, _e2m3>::value) {
    return large<_e2m3x2>(x >> (8 * k) & 0x3fU);
  } else if constexpr (std::is_same<Type, _e3m2>::value) {
    return large<_e3m2x2>(x >> (8 * k) & 0x3fU);
  } else if constexpr (std::is_same<Type, _e4m3>::value) {
    return large<_e4m3x2>(x >> (8 * k) & 0xffU);
  } else {
    static_assert(std::is_same<Type, _e5m2>::value, "the type is not known in matrices");
    return large<_e5m2x2>(x >> (8 * k) & 0xffU);
  }
}
// The k-th number of several registers.
template <class Type>
TORCHADA_PTX auto element_of(const std::uint32_t* words, int k) {
  return element<Type>(words[k / packed<Type>], k % packed<Type>);
}

template <class Type>
using SumOf = std::conditional_t<is_whole<Type>, std::int64_t,
                                 std::conditional_t<is_any<Type, _f64>, double, float>>;
template <class Number>
TORCHADA_PTX void accumulate(Number& sum, Number a, Number b) {
  sum = fused_of<Rounding::kNearest>(a, b, sum);
}
TORCHADA_PTX void accumulate(std::int64_t& sum, std::int32_t a, std::int32_t b) {
  sum += static_cast<std::int64_t>(a) * b;
}

// Sums begin with C, or with what D was.
template <class From, int numbers, class Number, class C>
TORCHADA_PTX void begin_sums(const C& c, Number* sums) {
  if constexpr (std::is_same<From, _f16>::value) {
    std::uint32_t pairs[numbers / 2];
    get_array(c, pairs);
    for (int k = 0; k < numbers; ++k) sums[k] = element<_f16>(pairs[k / 2], k % 2);
  } else if constexpr (std::is_same<Number, std::int64_t>::value) {
    std::int32_t values[numbers];
    get_array(c, values);
    for (int k = 0; k < numbers; ++k) sums[k] = values[k];
  } else {
    static_assert(size_of_parts<C> == numbers, "the instruction has another number of registers");
    get_all(c, sums);
  }
}
template <class To, int numbers, class... M, class Number, class D>
TORCHADA_PTX void end_sums(D&& d, const Number* sums) {
  if constexpr (std::is_same<To, _f16>::value) {
    std::uint32_t pairs[numbers / 2];
    for (int k = 0; k < numbers / 2; ++k) {
      pairs[k] = pair_of<_f16x2, _rn>(sums[2 * k + 1], sums[2 * k]);
    }
    put_array(d, pairs);
  } else if constexpr (std::is_same<Number, std::int64_t>::value) {
    std::int32_t values[numbers];
    for (int k = 0; k < numbers; ++k) {
      values[k] = has<_satfinite, M...> ? saturated(sums[k]) : static_cast<std::int32_t>(sums[k]);
    }
    put_array(d, values);
  } else {
    static_assert(size_of_parts<std::remove_cv_t<std::remove_reference_t<D>>> == numbers,
                  "the instruction has another number of registers");
    put_all(d, sums);
  }
}

}  // namespace ptx
}  // namespace torchada

#endif  // TORCHADA_PTX_ELEMENTS_H
