// Bursts: one operation on two or four values of float, half or bfloat16 at once. Operands are vectors (v) or
// single values (s), in the order in which the name's end has them. Vectors are the compiler's own; any other
// type of the same size is taken by its bits.
#pragma once

#include <cmath>
#include <cstring>

#include "musa_bf16.h"
#include "musa_fp16.h"
#include "musa_fp8.h"
#include "musasim/device/vector.h"

// bfloat16 where the compiler has no such type: it is stored and passed on, and has no arithmetic.
#if !defined(__clang__) && !defined(__BFLT16_MAX__) && !defined(__ARM_BF16_FORMAT_ALTERNATIVE)
enum class musasim_bf16 : unsigned short {};
#define __bf16 musasim_bf16
#endif

namespace musasim::device {

#if defined(__aarch64__) && !defined(__clang__)
using Half = __fp16;
#elif defined(__FLT16_MAX__) || defined(__clang__)
using Half = _Float16;
#else
using Half = unsigned short;
#endif
using BFloat = __bf16;

// Reads and writes numbers of a burst.
struct FloatFormat {
  using Element = float;
  using Bits = unsigned;
  static float wide(Bits bits) { return narrow::bit_copy<float>(bits); }
  static Bits code(float value) { return narrow::bit_copy<unsigned>(value); }
};
struct HalfFormat {
  using Element = Half;
  using Bits = unsigned short;
  static float wide(Bits bits) { return narrow::half_value(bits); }
  static Bits code(double value) {
    return static_cast<Bits>(narrow::encode(value, narrow::half_format()));
  }
};
struct BFloatFormat {
  using Element = BFloat;
  using Bits = unsigned short;
  static float wide(Bits bits) { return narrow::bfloat16_value(bits); }
  static Bits code(double value) {
    return static_cast<Bits>(narrow::encode(value, narrow::bfloat16_format()));
  }
};
template <__mt_fp8_interpretation_t kind>
struct Fp8Format {
  using Element = unsigned char;
  using Bits = unsigned char;
  static float wide(Bits bits) {
    return narrow::half_value(__musa_cvt_fp8_to_halfraw(bits, kind).x);
  }
  static Bits code(float value) { return __musa_cvt_float_to_fp8(value, __MT_SATFINITE, kind); }
};
using E4m3Format = Fp8Format<__MT_E4M3>;
using E5m2Format = Fp8Format<__MT_E5M2>;

// Other types of a burst's result: its bits as the structures that the headers of the types have.
template <class Format, unsigned count>
struct Structure {
  struct Type {};
};
template <>
struct Structure<FloatFormat, 2> {
  using Type = float2;
};
template <>
struct Structure<FloatFormat, 4> {
  using Type = float4;
};
template <>
struct Structure<HalfFormat, 2> {
  using Type = __half2;
};
template <>
struct Structure<HalfFormat, 4> {
  using Type = __half4;
};
template <>
struct Structure<BFloatFormat, 2> {
  using Type = __mt_bfloat162;
};
template <>
struct Structure<BFloatFormat, 4> {
  using Type = __mt_bfloat164;
};
template <__mt_fp8_interpretation_t kind>
struct Structure<Fp8Format<kind>, 2> {
  using Type = __mt_fp8x2_storage_t;
};
template <__mt_fp8_interpretation_t kind>
struct Structure<Fp8Format<kind>, 4> {
  using Type = __mt_fp8x4_storage_t;
};

template <class To, class From>
inline To same_bits(const From& from) {
  static_assert(sizeof(To) == sizeof(From), "a burst's operand has the size of its values");
  To to;
  std::memcpy(static_cast<void*>(&to), static_cast<const void*>(&from), sizeof to);
  return to;
}

template <class Format, unsigned count>
struct Burst {
  using Bits = typename Format::Bits;
  using Native = Vector<typename Format::Element, count>;
  using Other = typename Structure<Format, count>::Type;

  Bits bits[count];

  operator Native() const { return same_bits<Native>(bits); }
  operator Other() const { return same_bits<Other>(bits); }
  typename Format::Element operator[](unsigned i) const {
    return same_bits<typename Format::Element>(bits[i]);
  }

  // An operand: as a vector, or the same value everywhere.
  template <class Operand>
  static Burst of_vector(const Operand& operand) {
    return same_bits<Burst>(operand);
  }
  template <class Operand>
  static Burst of_single(const Operand& operand) {
    Burst burst;
    for (Bits& each : burst.bits) each = same_bits<Bits>(operand);
    return burst;
  }
};
template <unsigned count>
using FloatBurst = Burst<FloatFormat, count>;

template <class Format, unsigned count, class Function, class... Operand>
inline Burst<Format, count> burst(Function function, const Operand&... operands) {
  Burst<Format, count> result;
  for (unsigned i = 0; i < count; ++i) {
    result.bits[i] = Format::code(function(Format::wide(operands.bits[i])...));
  }
  return result;
}

template <class To, class From, unsigned count, class Operand>
inline Burst<To, count> convert_burst(const Operand& operand) {
  const auto from = Burst<From, count>::of_vector(operand);
  Burst<To, count> result;
  for (unsigned i = 0; i < count; ++i) result.bits[i] = To::code(From::wide(from.bits[i]));
  return result;
}

// One rounding an operation: in the wide type where the result is rounded behind it.
struct Plus {
  float operator()(float a, float b) const { return a + b; }
};
struct Minus {
  float operator()(float a, float b) const { return a - b; }
};
struct Times {
  float operator()(float a, float b) const { return a * b; }
};
struct Larger {
  float operator()(float a, float b) const { return std::fmax(a, b); }
};
struct Smaller {
  float operator()(float a, float b) const { return std::fmin(a, b); }
};
struct FusedFloat {
  float operator()(float a, float b, float c) const { return std::fma(a, b, c); }
};
struct FusedNarrow {
  double operator()(float a, float b, float c) const { return narrow::fused(a, b, c); }
};
struct PowerOfTwo {
  float operator()(float a) const { return std::exp2(a); }
};
struct Magnitude {
  float operator()(float a) const { return std::fabs(a); }
};

}  // namespace musasim::device

// Single values of float are converted first, so that any number may be one.
#define MUSASIM_BURST_v(Format, count, x) ::musasim::device::Burst<Format, count>::of_vector(x)
#define MUSASIM_BURST_s(Format, count, x) \
  ::musasim::device::Burst<Format, count>::of_single(static_cast<typename Format::Element>(x))

#define MUSASIM_BURST_1(name, count, Format, function)                             \
  template <class A>                                                               \
  inline auto name(const A& a) {                                                   \
    using Kind = ::musasim::device::Format;                                        \
    return ::musasim::device::burst<Kind, count>(::musasim::device::function(),    \
                                                 MUSASIM_BURST_v(Kind, count, a)); \
  }
#define MUSASIM_BURST_2(operation, count, Format, p, q, function)                    \
  template <class A, class B>                                                        \
  inline auto __musa_##operation##_bst##count##_##p##q(const A& a, const B& b) {     \
    using Kind = ::musasim::device::Format;                                          \
    return ::musasim::device::burst<Kind, count>(::musasim::device::function(),      \
                                                 MUSASIM_BURST_##p(Kind, count, a),  \
                                                 MUSASIM_BURST_##q(Kind, count, b)); \
  }
#define MUSASIM_BURST_3(operation, count, Format, p, q, r, function)                            \
  template <class A, class B, class C>                                                          \
  inline auto __musa_##operation##_bst##count##_##p##q##r(const A& a, const B& b, const C& c) { \
    using Kind = ::musasim::device::Format;                                                     \
    return ::musasim::device::burst<Kind, count>(                                               \
        ::musasim::device::function(), MUSASIM_BURST_##p(Kind, count, a),                       \
        MUSASIM_BURST_##q(Kind, count, b), MUSASIM_BURST_##r(Kind, count, c));                  \
  }

#define MUSASIM_BURSTS_2(operation, count, Format, function) \
  MUSASIM_BURST_2(operation, count, Format, v, v, function)  \
  MUSASIM_BURST_2(operation, count, Format, s, v, function)  \
  MUSASIM_BURST_2(operation, count, Format, v, s, function)
#define MUSASIM_BURSTS_3(operation, count, Format, function)   \
  MUSASIM_BURST_3(operation, count, Format, v, v, v, function) \
  MUSASIM_BURST_3(operation, count, Format, s, v, v, function) \
  MUSASIM_BURST_3(operation, count, Format, v, s, v, function) \
  MUSASIM_BURST_3(operation, count, Format, v, v, s, function) \
  MUSASIM_BURST_3(operation, count, Format, s, v, s, function) \
  MUSASIM_BURST_3(operation, count, Format, v, s, s, function) \
  MUSASIM_BURST_3(operation, count, Format, s, s, v, function)
#define MUSASIM_BURSTS(letter, count, Format, fused)     \
  MUSASIM_BURSTS_2(add_##letter, count, Format, Plus)    \
  MUSASIM_BURSTS_2(sub_##letter, count, Format, Minus)   \
  MUSASIM_BURSTS_2(mul_##letter, count, Format, Times)   \
  MUSASIM_BURSTS_2(max_##letter, count, Format, Larger)  \
  MUSASIM_BURSTS_2(min_##letter, count, Format, Smaller) \
  MUSASIM_BURSTS_3(fma_##letter, count, Format, fused)
#define MUSASIM_BURSTS_OF_ONE(count)                                            \
  MUSASIM_BURST_1(__musa_exp2_f_bst##count##_v, count, FloatFormat, PowerOfTwo) \
  MUSASIM_BURST_1(__musa_fabs_f_bst##count, count, FloatFormat, Magnitude)      \
  MUSASIM_BURST_1(__musa_fabs_f_bst##count##_v, count, FloatFormat, Magnitude)

MUSASIM_BURSTS(f, 2, FloatFormat, FusedFloat)
MUSASIM_BURSTS(f, 4, FloatFormat, FusedFloat)
MUSASIM_BURSTS(h, 2, HalfFormat, FusedNarrow)
MUSASIM_BURSTS(h, 4, HalfFormat, FusedNarrow)
MUSASIM_BURSTS(b, 2, BFloatFormat, FusedNarrow)
MUSASIM_BURSTS(b, 4, BFloatFormat, FusedNarrow)
MUSASIM_BURSTS_2(mul_bhf, 2, BFloatFormat, Times)
MUSASIM_BURSTS_2(mul_bhf, 4, BFloatFormat, Times)
MUSASIM_BURSTS_2(add_bhf, 2, BFloatFormat, Plus)
MUSASIM_BURSTS_2(add_bhf, 4, BFloatFormat, Plus)
MUSASIM_BURSTS_OF_ONE(2)
MUSASIM_BURSTS_OF_ONE(4)

#define MUSASIM_CONVERT_BURST(from, to, From, To, count)                                    \
  template <class A>                                                                        \
  inline auto __musa_##from##2##to##_rn_bst##count(const A& a) {                            \
    return ::musasim::device::convert_burst<::musasim::device::To, ::musasim::device::From, \
                                            count>(a);                                      \
  }
#define MUSASIM_CONVERT_BURSTS(from, to, From, To) \
  MUSASIM_CONVERT_BURST(from, to, From, To, 2)     \
  MUSASIM_CONVERT_BURST(from, to, From, To, 4)
MUSASIM_CONVERT_BURSTS(f, e4m3, FloatFormat, E4m3Format)
MUSASIM_CONVERT_BURSTS(f, e5m2, FloatFormat, E5m2Format)
MUSASIM_CONVERT_BURSTS(f16, e4m3, HalfFormat, E4m3Format)
MUSASIM_CONVERT_BURSTS(f16, e5m2, HalfFormat, E5m2Format)
MUSASIM_CONVERT_BURSTS(e4m3, f16, E4m3Format, HalfFormat)
MUSASIM_CONVERT_BURSTS(e5m2, f16, E5m2Format, HalfFormat)
MUSASIM_CONVERT_BURSTS(f16, f32, HalfFormat, FloatFormat)
MUSASIM_CONVERT_BURSTS(f, f16, FloatFormat, HalfFormat)
MUSASIM_CONVERT_BURSTS(f32, f16, FloatFormat, HalfFormat)

using _BFloat16_2 = ::musasim::device::Vector<::musasim::device::BFloat, 2>;
using _BFloat16_4 = ::musasim::device::Vector<::musasim::device::BFloat, 4>;

#undef MUSASIM_BURST_v
#undef MUSASIM_BURST_s
#undef MUSASIM_BURST_1
#undef MUSASIM_BURST_2
#undef MUSASIM_BURST_3
#undef MUSASIM_BURSTS_2
#undef MUSASIM_BURSTS_3
#undef MUSASIM_BURSTS
#undef MUSASIM_BURSTS_OF_ONE
#undef MUSASIM_CONVERT_BURST
#undef MUSASIM_CONVERT_BURSTS
