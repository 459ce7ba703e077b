// Arithmetic of the 16 bit type and its pair: one rounding an operation (see float16_all.h: no
// include guard). The float result of +, -, * and / rounds to what the exact one would.
#define MUSASIM_BINARY(name, expression)                                                          \
  MUSASIM_STATIC MUSASIM_FLOAT16 __h##name(MUSASIM_FLOAT16 a, MUSASIM_FLOAT16 b) {                \
    const float x = musasim::narrow::wide(a);                                                     \
    const float y = musasim::narrow::wide(b);                                                     \
    return musasim::narrow::rounded(MUSASIM_FLOAT16(), expression);                               \
  }                                                                                               \
  MUSASIM_STATIC MUSASIM_FLOAT16 __h##name##_rn(MUSASIM_FLOAT16 a, MUSASIM_FLOAT16 b) {           \
    return __h##name(a, b);                                                                       \
  }                                                                                               \
  MUSASIM_STATIC MUSASIM_FLOAT16_X2 __h##name##2(MUSASIM_FLOAT16_X2 a, MUSASIM_FLOAT16_X2 b) {    \
    return MUSASIM_FLOAT16_X2(__h##name(a.x, b.x), __h##name(a.y, b.y));                          \
  }                                                                                               \
  MUSASIM_STATIC MUSASIM_FLOAT16_X2 __h##name##2_rn(MUSASIM_FLOAT16_X2 a, MUSASIM_FLOAT16_X2 b) { \
    return __h##name##2(a, b);                                                                    \
  }
MUSASIM_BINARY(add, x + y)
MUSASIM_BINARY(sub, x - y)
MUSASIM_BINARY(mul, x* y)
#undef MUSASIM_BINARY

MUSASIM_STATIC MUSASIM_FLOAT16 __hdiv(MUSASIM_FLOAT16 a, MUSASIM_FLOAT16 b) {
  const double y = musasim::narrow::wide(b);
  // By hand, because sanitizers take a division by zero for a fault.
  if (y == 0.0) {
    const double x = musasim::narrow::wide(a);
    const bool negative = std::signbit(x) != std::signbit(y);
    const double infinity = std::numeric_limits<double>::infinity();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double result = x == 0.0 || std::isnan(x) ? nan : negative ? -infinity : infinity;
    return musasim::narrow::rounded(MUSASIM_FLOAT16(), result);
  }
  return musasim::narrow::rounded(MUSASIM_FLOAT16(), musasim::narrow::wide(a) / y);
}
MUSASIM_STATIC MUSASIM_FLOAT16_X2 __h2div(MUSASIM_FLOAT16_X2 a, MUSASIM_FLOAT16_X2 b) {
  return MUSASIM_FLOAT16_X2(__hdiv(a.x, b.x), __hdiv(a.y, b.y));
}

MUSASIM_STATIC MUSASIM_FLOAT16 __hfma(MUSASIM_FLOAT16 a, MUSASIM_FLOAT16 b, MUSASIM_FLOAT16 c) {
  const double result = musasim::narrow::fused(musasim::narrow::wide(a), musasim::narrow::wide(b),
                                               musasim::narrow::wide(c));
  return musasim::narrow::rounded(MUSASIM_FLOAT16(), result);
}
MUSASIM_STATIC MUSASIM_FLOAT16_X2 __hfma2(MUSASIM_FLOAT16_X2 a, MUSASIM_FLOAT16_X2 b,
                                          MUSASIM_FLOAT16_X2 c) {
  return MUSASIM_FLOAT16_X2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
}

MUSASIM_STATIC MUSASIM_FLOAT16 __hneg(MUSASIM_FLOAT16 a) {
  return musasim::narrow::of_bits(a, a.__x ^ 0x8000u);
}
MUSASIM_STATIC MUSASIM_FLOAT16 __habs(MUSASIM_FLOAT16 a) {
  return musasim::narrow::of_bits(a, a.__x & 0x7fffu);
}
MUSASIM_STATIC MUSASIM_FLOAT16_X2 __hneg2(MUSASIM_FLOAT16_X2 a) {
  return MUSASIM_FLOAT16_X2(__hneg(a.x), __hneg(a.y));
}
MUSASIM_STATIC MUSASIM_FLOAT16_X2 __habs2(MUSASIM_FLOAT16_X2 a) {
  return MUSASIM_FLOAT16_X2(__habs(a.x), __habs(a.y));
}

namespace musasim {
namespace narrow {
// Into [0, 1]; NaN becomes 0.
inline MUSASIM_FLOAT16 saturated(MUSASIM_FLOAT16 a) {
  const float value = wide(a);
  return value >= 1.0f ? rounded(a, 1.0f) : value > 0.0f ? a : of_bits(a, 0);
}
// Negative values and -0 become 0, NaN the canonical one.
inline MUSASIM_FLOAT16 rectified(MUSASIM_FLOAT16 a) {
  const float value = wide(a);
  return std::isnan(value) ? of_bits(a, 0x7fff) : value > 0.0f ? a : of_bits(a, 0);
}
}  // namespace narrow
}  // namespace musasim

#define MUSASIM_SATURATED(name)                                                                    \
  MUSASIM_STATIC MUSASIM_FLOAT16 __h##name##_sat(MUSASIM_FLOAT16 a, MUSASIM_FLOAT16 b) {           \
    return musasim::narrow::saturated(__h##name(a, b));                                            \
  }                                                                                                \
  MUSASIM_STATIC MUSASIM_FLOAT16_X2 __h##name##2_sat(MUSASIM_FLOAT16_X2 a, MUSASIM_FLOAT16_X2 b) { \
    return MUSASIM_FLOAT16_X2(__h##name##_sat(a.x, b.x), __h##name##_sat(a.y, b.y));               \
  }
MUSASIM_SATURATED(add)
MUSASIM_SATURATED(sub)
MUSASIM_SATURATED(mul)
#undef MUSASIM_SATURATED

#define MUSASIM_FUSED(name, treatment)                                                         \
  MUSASIM_STATIC MUSASIM_FLOAT16 __hfma_##name(MUSASIM_FLOAT16 a, MUSASIM_FLOAT16 b,           \
                                               MUSASIM_FLOAT16 c) {                            \
    return musasim::narrow::treatment(__hfma(a, b, c));                                        \
  }                                                                                            \
  MUSASIM_STATIC MUSASIM_FLOAT16_X2 __hfma2_##name(MUSASIM_FLOAT16_X2 a, MUSASIM_FLOAT16_X2 b, \
                                                   MUSASIM_FLOAT16_X2 c) {                     \
    return MUSASIM_FLOAT16_X2(__hfma_##name(a.x, b.x, c.x), __hfma_##name(a.y, b.y, c.y));     \
  }
MUSASIM_FUSED(sat, saturated)
MUSASIM_FUSED(relu, rectified)
#undef MUSASIM_FUSED

// a * b + c of complex numbers: the real part is x.
MUSASIM_STATIC MUSASIM_FLOAT16_X2 __hcmadd(MUSASIM_FLOAT16_X2 a, MUSASIM_FLOAT16_X2 b,
                                           MUSASIM_FLOAT16_X2 c) {
  const MUSASIM_FLOAT16 real = __hfma(__hneg(a.y), b.y, __hfma(a.x, b.x, c.x));
  const MUSASIM_FLOAT16 imaginary = __hfma(a.y, b.x, __hfma(a.x, b.y, c.y));
  return MUSASIM_FLOAT16_X2(real, imaginary);
}
