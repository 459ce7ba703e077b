// Comparisons, minimum and maximum of the 16 bit type and its pair (see float16_all.h: no include
// guard). Without the u, NaN makes a comparison false; with it, true.
MUSASIM_STATIC bool __hisnan(MUSASIM_FLOAT16 a) { return std::isnan(musasim::narrow::wide(a)); }
MUSASIM_STATIC int __hisinf(MUSASIM_FLOAT16 a) {
  const float value = musasim::narrow::wide(a);
  return std::isinf(value) ? (value > 0.0f ? 1 : -1) : 0;
}
MUSASIM_STATIC MUSASIM_FLOAT16_X2 __hisnan2(MUSASIM_FLOAT16_X2 a) {
  return MUSASIM_FLOAT16_NAMED(__floats2, 2_rn)(__hisnan(a.x) ? 1.0f : 0.0f,
                                                __hisnan(a.y) ? 1.0f : 0.0f);
}

// One comparison in all its forms: of values; of pairs with the result 1.0 or 0.0, as a mask, and
// as one bool.
#define MUSASIM_COMPARISON(name, expression)                                                   \
  MUSASIM_STATIC bool __h##name(MUSASIM_FLOAT16 a, MUSASIM_FLOAT16 b) {                        \
    const float x = musasim::narrow::wide(a);                                                  \
    const float y = musasim::narrow::wide(b);                                                  \
    return expression;                                                                         \
  }                                                                                            \
  MUSASIM_STATIC MUSASIM_FLOAT16_X2 __h##name##2(MUSASIM_FLOAT16_X2 a, MUSASIM_FLOAT16_X2 b) { \
    return MUSASIM_FLOAT16_NAMED(__floats2, 2_rn)(__h##name(a.x, b.x) ? 1.0f : 0.0f,           \
                                                  __h##name(a.y, b.y) ? 1.0f : 0.0f);          \
  }                                                                                            \
  MUSASIM_STATIC unsigned __h##name##2_mask(MUSASIM_FLOAT16_X2 a, MUSASIM_FLOAT16_X2 b) {      \
    return (__h##name(a.x, b.x) ? 0xffffu : 0u) | (__h##name(a.y, b.y) ? 0xffff0000u : 0u);    \
  }                                                                                            \
  MUSASIM_STATIC bool __hb##name##2(MUSASIM_FLOAT16_X2 a, MUSASIM_FLOAT16_X2 b) {              \
    return __h##name(a.x, b.x) && __h##name(a.y, b.y);                                         \
  }
MUSASIM_COMPARISON(eq, x == y)
MUSASIM_COMPARISON(ne, x<y || x> y)
MUSASIM_COMPARISON(lt, x < y)
MUSASIM_COMPARISON(le, x <= y)
MUSASIM_COMPARISON(gt, x > y)
MUSASIM_COMPARISON(ge, x >= y)
MUSASIM_COMPARISON(equ, !(x < y || x > y))
MUSASIM_COMPARISON(neu, x != y)
MUSASIM_COMPARISON(ltu, !(x >= y))
MUSASIM_COMPARISON(leu, !(x > y))
MUSASIM_COMPARISON(gtu, !(x <= y))
MUSASIM_COMPARISON(geu, !(x < y))
#undef MUSASIM_COMPARISON

namespace musasim {
namespace narrow {
// -0 is below +0.
inline bool below(const MUSASIM_FLOAT16& a, const MUSASIM_FLOAT16& b) {
  const float x = wide(a);
  const float y = wide(b);
  return x < y || (x == y && std::signbit(x) && !std::signbit(y));
}
}  // namespace narrow
}  // namespace musasim

// Given a number and NaN, these give the number, those with _nan give NaN.
MUSASIM_STATIC MUSASIM_FLOAT16 __hmax(MUSASIM_FLOAT16 a, MUSASIM_FLOAT16 b) {
  if (__hisnan(a)) return __hisnan(b) ? musasim::narrow::of_bits(a, 0x7fff) : b;
  return !__hisnan(b) && musasim::narrow::below(a, b) ? b : a;
}
MUSASIM_STATIC MUSASIM_FLOAT16 __hmin(MUSASIM_FLOAT16 a, MUSASIM_FLOAT16 b) {
  if (__hisnan(a)) return __hisnan(b) ? musasim::narrow::of_bits(a, 0x7fff) : b;
  return !__hisnan(b) && musasim::narrow::below(b, a) ? b : a;
}
MUSASIM_STATIC MUSASIM_FLOAT16 __hmax_nan(MUSASIM_FLOAT16 a, MUSASIM_FLOAT16 b) {
  return __hisnan(a) || __hisnan(b) ? musasim::narrow::of_bits(a, 0x7fff) : __hmax(a, b);
}
MUSASIM_STATIC MUSASIM_FLOAT16 __hmin_nan(MUSASIM_FLOAT16 a, MUSASIM_FLOAT16 b) {
  return __hisnan(a) || __hisnan(b) ? musasim::narrow::of_bits(a, 0x7fff) : __hmin(a, b);
}
#define MUSASIM_PAIRED(pair, single)                                                   \
  MUSASIM_STATIC MUSASIM_FLOAT16_X2 pair(MUSASIM_FLOAT16_X2 a, MUSASIM_FLOAT16_X2 b) { \
    return MUSASIM_FLOAT16_X2(single(a.x, b.x), single(a.y, b.y));                     \
  }
MUSASIM_PAIRED(__hmax2, __hmax)
MUSASIM_PAIRED(__hmin2, __hmin)
MUSASIM_PAIRED(__hmax2_nan, __hmax_nan)
MUSASIM_PAIRED(__hmin2_nan, __hmin_nan)
#undef MUSASIM_PAIRED
