// Arithmetic of float and double in a given rounding, which no compiler joins to other operations.
#ifndef TORCHADA_PTX_ROUNDED_H
#define TORCHADA_PTX_ROUNDED_H

#include "formats.h"

namespace torchada {
namespace ptx {

#if defined(__HIP_PLATFORM_AMD__)
#define TORCHADA_PTX_ROUNDED(name, type, function, parameters, arguments)                      \
  template <Rounding mode>                                                                     \
  TORCHADA_PTX type name parameters {                                                          \
    static_assert(mode == Rounding::kNearest, "hipcc has arithmetic rounded to nearest only"); \
    return function##_rn arguments;                                                            \
  }
#else
#define TORCHADA_PTX_ROUNDED(name, type, function, parameters, arguments)  \
  template <Rounding mode>                                                 \
  TORCHADA_PTX type name parameters {                                      \
    if constexpr (mode == Rounding::kZero) return function##_rz arguments; \
    if constexpr (mode == Rounding::kDown) return function##_rd arguments; \
    if constexpr (mode == Rounding::kUp) return function##_ru arguments;   \
    return function##_rn arguments;                                        \
  }
#endif
TORCHADA_PTX_ROUNDED(sum_of, float, __fadd, (float a, float b), (a, b))
TORCHADA_PTX_ROUNDED(sum_of, double, __dadd, (double a, double b), (a, b))
TORCHADA_PTX_ROUNDED(product_of, float, __fmul, (float a, float b), (a, b))
TORCHADA_PTX_ROUNDED(product_of, double, __dmul, (double a, double b), (a, b))
TORCHADA_PTX_ROUNDED(fused_of, float, __fmaf, (float a, float b, float c), (a, b, c))
TORCHADA_PTX_ROUNDED(fused_of, double, __fma, (double a, double b, double c), (a, b, c))
TORCHADA_PTX_ROUNDED(quotient_of, float, __fdiv, (float a, float b), (a, b))
TORCHADA_PTX_ROUNDED(quotient_of, double, __ddiv, (double a, double b), (a, b))
TORCHADA_PTX_ROUNDED(reciprocal_of, float, __frcp, (float a), (a))
TORCHADA_PTX_ROUNDED(reciprocal_of, double, __drcp, (double a), (a))
TORCHADA_PTX_ROUNDED(root_of, float, __fsqrt, (float a), (a))
TORCHADA_PTX_ROUNDED(root_of, double, __dsqrt, (double a), (a))
#undef TORCHADA_PTX_ROUNDED

// a * b + c for numbers whose product a double holds: rounded so that a second rounding, to 24 bits or fewer, gives
// what one alone would (to odd).
TORCHADA_PTX double fused_to_odd(float a, float b, float c) {
  const double product =
      product_of<Rounding::kNearest>(static_cast<double>(a), static_cast<double>(b));
  const double more = c;
  const double sum = sum_of<Rounding::kNearest>(product, more);
  const double back = sum_of<Rounding::kNearest>(sum, -product);
  const double error = sum_of<Rounding::kNearest>(
      sum_of<Rounding::kNearest>(product, -sum_of<Rounding::kNearest>(sum, -back)),
      sum_of<Rounding::kNearest>(more, -back));
  std::uint64_t raw = bits<std::uint64_t>(sum);
  if (error == 0 || error != error || (raw & 1) != 0) return sum;
  const bool is_larger = (error > 0) == (sum > 0);
  raw += is_larger ? 1U : ~std::uint64_t(0);
  return bits<double>(raw);
}

// Of a pair of halves, or of one.
template <class Type, class Function, class... Raw>
TORCHADA_PTX typename Type::type for_halves(Function function, Raw... raw) {
  if constexpr (Type::numbers == 2) {
    const std::uint32_t low = function(static_cast<std::uint16_t>(raw)...);
    const std::uint32_t high = function(static_cast<std::uint16_t>(raw >> 16)...);
    return high << 16 | low;
  } else {
    return function(raw...);
  }
}

// f16 only: bf16 keeps its denormal numbers.
template <class Type, class... M>
TORCHADA_PTX std::uint16_t flushed_half(std::uint16_t x) {
  if (has<_ftz, M...> && (x & 0x7c00U) == 0) return x & 0x8000U;
  return x;
}
// What .ftz, .sat and .relu do with a result.
template <class Type, class... M>
TORCHADA_PTX std::uint16_t finished_half(std::uint16_t x) {
  x = flushed_half<Type, M...>(x);
  constexpr bool is_f16 = std::is_same<Type, _f16>::value || std::is_same<Type, _f16x2>::value;
  constexpr std::uint16_t infinity = is_f16 ? 0x7c00U : 0x7f80U;
  constexpr std::uint16_t one = is_f16 ? 0x3c00U : 0x3f80U;
  const bool is_not_a_number = (x & 0x7fffU) > infinity;
  if constexpr (has<_sat, M...>) {
    if (is_not_a_number || (x & 0x8000U) != 0) return 0;
    return x > one ? one : x;
  }
  if constexpr (has<_relu, M...>) {
    if (!is_not_a_number && (x & 0x8000U) != 0) return 0;
  }
  return x;
}
// Of an exact result. With .ftz, f16 is a zero where that, rounded to 11 bits, is too small for a normal number.
template <class Type, class... M, class Exact>
TORCHADA_PTX std::uint16_t half_of_exact(Exact x) {
  if constexpr (has<_ftz, M...>) {
    constexpr Exact smallest = Exact(4095) / Exact(67108864);
    if (x < smallest && x > -smallest) x = is_negative(x) ? Exact(-0.0) : Exact(0);
  }
  return finished_half<Type, M...>(halve<Type>(x));
}
template <class... M>
TORCHADA_PTX float prepared(float x) {
  return has<_ftz, M...> ? flushed(x) : x;
}
template <class... M>
TORCHADA_PTX double prepared(double x) {
  return x;
}
// With .ftz, a float is a zero where its result, rounded to 24 bits, is too small for a normal number. Rounded as a
// denormal number it may seem to be the smallest normal one; `larger` gives 2^64 times the result.
inline constexpr float kLarger = 18446744073709551616.0F;
template <class... M, class Larger>
TORCHADA_PTX float flushed_result(float x, Larger larger) {
  if constexpr (has<_ftz, M...>) {
    const std::uint32_t raw = bits<std::uint32_t>(x);
    const bool may_be_less = (raw & 0x7fffffffU) == 0x800000U;
    // 2^-62
    if (may_be_less && (bits<std::uint32_t>(larger()) & 0x7fffffffU) < 0x20800000U) {
      return f32_of_bits(raw & 0x80000000U);
    }
  }
  return x;
}
template <class... M, class Larger>
TORCHADA_PTX double flushed_result(double x, Larger) {
  return x;
}
TORCHADA_PTX bool is_smaller(float a, float b) {
  return (bits<std::uint32_t>(a) & 0x7fffffffU) < (bits<std::uint32_t>(b) & 0x7fffffffU);
}
template <Rounding mode, class... M>
TORCHADA_PTX float flushed_product(float x, float a, float b) {
  return flushed_result<M...>(x, [a, b] {
    return is_smaller(a, b) ? product_of<mode>(a * kLarger, b) : product_of<mode>(a, b * kLarger);
  });
}
template <Rounding mode, class... M>
TORCHADA_PTX float flushed_fused(float x, float a, float b, float c) {
  // With a larger summand, the result is exact.
  if (!is_smaller(c, 1.0F / kLarger)) return x;
  return flushed_result<M...>(x, [a, b, c] {
    return is_smaller(a, b) ? fused_of<mode>(a * kLarger, b, c * kLarger)
                            : fused_of<mode>(a, b * kLarger, c * kLarger);
  });
}

// NaN of doubles: the last operand that is one, quiet; else that of an invalid operation.
TORCHADA_PTX double with_nan(double result, double a, double b) {
  if (!is_nan(result)) return result;
  const std::uint64_t quiet = 0x0008000000000000U;
  if (is_nan(b)) return f64_of_bits(bits<std::uint64_t>(b) | quiet);
  if (is_nan(a)) return f64_of_bits(bits<std::uint64_t>(a) | quiet);
  return f64_of_bits(0xfff8000000000000U);
}
TORCHADA_PTX float with_nan(float result, float, float) { return result; }
TORCHADA_PTX double with_nan(double result, double a, double b, double c) {
  return with_nan(result, a, is_nan(c) ? c : b);
}
TORCHADA_PTX float with_nan(float result, float, float, float) { return result; }

template <class... M, class T>
TORCHADA_PTX T finished(T x) {
  x = canonical(prepared<M...>(x));
  if constexpr (has<_sat, M...>) {
    if (is_nan(x) || is_negative(x)) return T(0);
    return x > T(1) ? T(1) : x;
  }
  return x;
}

}  // namespace ptx
}  // namespace torchada

#endif  // TORCHADA_PTX_ROUNDED_H
