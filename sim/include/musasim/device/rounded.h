// Arithmetic in a given rounding (_rn: nearest, ties to even; _rz: toward zero; _ru: up; _rd: down),
// that no compiler joins to a fused multiply-add.
#pragma once

#include <cfenv>
#include <cmath>

namespace musasim {
namespace device {

class RoundingMode {
 public:
  explicit RoundingMode(int mode) : before_(std::fegetround()) { std::fesetround(mode); }
  ~RoundingMode() { std::fesetround(before_); }
  RoundingMode(const RoundingMode&) = delete;
  RoundingMode& operator=(const RoundingMode&) = delete;

 private:
  int before_;
};

// The operands are read and the result is stored while the mode holds.
template <class Float, class Function, class... Operands>
inline Float in_mode(int mode, Function function, Operands... operands) {
  const RoundingMode scope(mode);
  volatile Float held[] = {operands...};
  const volatile Float result = function(held);
  return result;
}

// A value that the compiler knows nothing about where it could fuse operations.
template <class Float>
inline Float unfused(Float value) {
#if defined(__FMA__)
  __asm__("" : "+x"(value));
#elif defined(__aarch64__)
  __asm__("" : "+w"(value));
#endif
  return value;
}

}  // namespace device
}  // namespace musasim

#define MUSASIM_IN_MODE(type, mode, expression, ...) \
  ::musasim::device::in_mode<type>(                  \
      mode, [](const volatile type* v) -> type { return expression; }, __VA_ARGS__)

#define MUSASIM_ROUNDED_1(name, type, expression)                                               \
  inline type name##_rn(type a) {                                                               \
    const type v[] = {a};                                                                       \
    return expression;                                                                          \
  }                                                                                             \
  inline type name##_rz(type a) { return MUSASIM_IN_MODE(type, FE_TOWARDZERO, expression, a); } \
  inline type name##_ru(type a) { return MUSASIM_IN_MODE(type, FE_UPWARD, expression, a); }     \
  inline type name##_rd(type a) { return MUSASIM_IN_MODE(type, FE_DOWNWARD, expression, a); }
#define MUSASIM_ROUNDED_2(name, type, expression)                  \
  inline type name##_rn(type a, type b) {                          \
    const type v[] = {a, b};                                       \
    return ::musasim::device::unfused(expression);                 \
  }                                                                \
  inline type name##_rz(type a, type b) {                          \
    return MUSASIM_IN_MODE(type, FE_TOWARDZERO, expression, a, b); \
  }                                                                \
  inline type name##_ru(type a, type b) {                          \
    return MUSASIM_IN_MODE(type, FE_UPWARD, expression, a, b);     \
  }                                                                \
  inline type name##_rd(type a, type b) {                          \
    return MUSASIM_IN_MODE(type, FE_DOWNWARD, expression, a, b);   \
  }
#define MUSASIM_ROUNDED_3(name, type)                                                 \
  inline type name##_rn(type a, type b, type c) { return std::fma(a, b, c); }         \
  inline type name##_rz(type a, type b, type c) {                                     \
    return MUSASIM_IN_MODE(type, FE_TOWARDZERO, std::fma(v[0], v[1], v[2]), a, b, c); \
  }                                                                                   \
  inline type name##_ru(type a, type b, type c) {                                     \
    return MUSASIM_IN_MODE(type, FE_UPWARD, std::fma(v[0], v[1], v[2]), a, b, c);     \
  }                                                                                   \
  inline type name##_rd(type a, type b, type c) {                                     \
    return MUSASIM_IN_MODE(type, FE_DOWNWARD, std::fma(v[0], v[1], v[2]), a, b, c);   \
  }

MUSASIM_ROUNDED_2(__fadd, float, v[0] + v[1])
MUSASIM_ROUNDED_2(__fsub, float, v[0] - v[1])
MUSASIM_ROUNDED_2(__fmul, float, v[0] * v[1])
MUSASIM_ROUNDED_2(__fdiv, float, v[0] / v[1])
MUSASIM_ROUNDED_3(__fmaf, float)
MUSASIM_ROUNDED_3(__fmaf_ieee, float)
MUSASIM_ROUNDED_1(__frcp, float, 1.0f / v[0])
MUSASIM_ROUNDED_1(__fsqrt, float, std::sqrt(v[0]))
MUSASIM_ROUNDED_2(__dadd, double, v[0] + v[1])
MUSASIM_ROUNDED_2(__dsub, double, v[0] - v[1])
MUSASIM_ROUNDED_2(__dmul, double, v[0] * v[1])
MUSASIM_ROUNDED_2(__ddiv, double, v[0] / v[1])
MUSASIM_ROUNDED_3(__fma, double)
MUSASIM_ROUNDED_1(__drcp, double, 1.0 / v[0])
MUSASIM_ROUNDED_1(__dsqrt, double, std::sqrt(v[0]))

#undef MUSASIM_IN_MODE
#undef MUSASIM_ROUNDED_1
#undef MUSASIM_ROUNDED_2
#undef MUSASIM_ROUNDED_3
