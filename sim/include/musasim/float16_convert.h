// Conversions of the 16 bit type from and to floats, integers and bits (see float16_all.h: no
// include guard).
MUSASIM_STATIC MUSASIM_FLOAT16 MUSASIM_FLOAT16_NAMED(__float2, )(float a) {
  return musasim::narrow::rounded(MUSASIM_FLOAT16(), a);
}
MUSASIM_STATIC MUSASIM_FLOAT16 MUSASIM_FLOAT16_NAMED(__double2, )(double a) {
  return musasim::narrow::rounded(MUSASIM_FLOAT16(), a);
}
MUSASIM_STATIC float MUSASIM_FLOAT16_NAMED(__, 2float)(MUSASIM_FLOAT16 a) {
  return musasim::narrow::wide(a);
}

#define MUSASIM_FROM(name, type, widened)                                                          \
  MUSASIM_STATIC MUSASIM_FLOAT16 MUSASIM_FLOAT16_NAMED(__##name##2, _rn)(type a) {                 \
    return musasim::narrow::rounded(MUSASIM_FLOAT16(), widened,                                    \
                                    musasim::narrow::Rounding::kNearestEven);                      \
  }                                                                                                \
  MUSASIM_STATIC MUSASIM_FLOAT16 MUSASIM_FLOAT16_NAMED(__##name##2, _rz)(type a) {                 \
    return musasim::narrow::rounded(MUSASIM_FLOAT16(), widened,                                    \
                                    musasim::narrow::Rounding::kTowardZero);                       \
  }                                                                                                \
  MUSASIM_STATIC MUSASIM_FLOAT16 MUSASIM_FLOAT16_NAMED(__##name##2, _rd)(type a) {                 \
    return musasim::narrow::rounded(MUSASIM_FLOAT16(), widened, musasim::narrow::Rounding::kDown); \
  }                                                                                                \
  MUSASIM_STATIC MUSASIM_FLOAT16 MUSASIM_FLOAT16_NAMED(__##name##2, _ru)(type a) {                 \
    return musasim::narrow::rounded(MUSASIM_FLOAT16(), widened, musasim::narrow::Rounding::kUp);   \
  }
MUSASIM_FROM(float, float, static_cast<double>(a))
MUSASIM_FROM(short, short, static_cast<double>(a))
MUSASIM_FROM(ushort, unsigned short, static_cast<double>(a))
MUSASIM_FROM(int, int, static_cast<double>(a))
MUSASIM_FROM(uint, unsigned int, static_cast<double>(a))
MUSASIM_FROM(ll, long long, musasim::narrow::odd_double(a))
MUSASIM_FROM(ull, unsigned long long, musasim::narrow::odd_double(a))
#undef MUSASIM_FROM

#define MUSASIM_TO_ONE(name, type, mode, rounding, nan)                                        \
  MUSASIM_STATIC type MUSASIM_FLOAT16_NAMED(__, 2##name##_##mode)(MUSASIM_FLOAT16 a) {         \
    return musasim::narrow::to_integer<type>(                                                  \
        musasim::narrow::wide(a), musasim::narrow::Rounding::rounding, static_cast<type>(nan), \
        std::numeric_limits<type>::min(), std::numeric_limits<type>::max());                   \
  }
#define MUSASIM_TO(name, type, nan)                 \
  MUSASIM_TO_ONE(name, type, rn, kNearestEven, nan) \
  MUSASIM_TO_ONE(name, type, rz, kTowardZero, nan)  \
  MUSASIM_TO_ONE(name, type, rd, kDown, nan)        \
  MUSASIM_TO_ONE(name, type, ru, kUp, nan)
MUSASIM_TO(short, short, 0)
MUSASIM_TO(ushort, unsigned short, 0)
MUSASIM_TO(int, int, 0)
MUSASIM_TO(uint, unsigned int, 0)
MUSASIM_TO(ll, long long, 0x8000000000000000ULL)
MUSASIM_TO(ull, unsigned long long, 0x8000000000000000ULL)
MUSASIM_TO_ONE(char, signed char, rz, kTowardZero, 0)
MUSASIM_TO_ONE(uchar, unsigned char, rz, kTowardZero, 0)
#undef MUSASIM_TO
#undef MUSASIM_TO_ONE

MUSASIM_STATIC short MUSASIM_FLOAT16_NAMED(__, _as_short)(MUSASIM_FLOAT16 a) {
  return static_cast<short>(a.__x);
}
MUSASIM_STATIC unsigned short MUSASIM_FLOAT16_NAMED(__, _as_ushort)(MUSASIM_FLOAT16 a) {
  return a.__x;
}
MUSASIM_STATIC MUSASIM_FLOAT16 MUSASIM_FLOAT16_NAMED(__short_as_, )(short a) {
  return musasim::narrow::of_bits(MUSASIM_FLOAT16(), static_cast<unsigned short>(a));
}
MUSASIM_STATIC MUSASIM_FLOAT16 MUSASIM_FLOAT16_NAMED(__ushort_as_, )(unsigned short a) {
  return musasim::narrow::of_bits(MUSASIM_FLOAT16(), a);
}

// Pairs and quadruples of floats.
MUSASIM_STATIC MUSASIM_FLOAT16_X2 MUSASIM_FLOAT16_NAMED(__floats2, 2_rn)(float a, float b) {
  return MUSASIM_FLOAT16_X2(MUSASIM_FLOAT16_NAMED(__float2, )(a),
                            MUSASIM_FLOAT16_NAMED(__float2, )(b));
}
MUSASIM_STATIC MUSASIM_FLOAT16_X2 MUSASIM_FLOAT16_NAMED(__float2, 2_rn)(float a) {
  return MUSASIM_FLOAT16_NAMED(__floats2, 2_rn)(a, a);
}
MUSASIM_STATIC MUSASIM_FLOAT16_X2 MUSASIM_FLOAT16_NAMED(__float22, 2_rn)(float2 a) {
  return MUSASIM_FLOAT16_NAMED(__floats2, 2_rn)(a.x, a.y);
}
MUSASIM_STATIC float2 MUSASIM_FLOAT16_NAMED(__, 22float2)(MUSASIM_FLOAT16_X2 a) {
  float2 result;
  result.x = musasim::narrow::wide(a.x);
  result.y = musasim::narrow::wide(a.y);
  return result;
}
MUSASIM_STATIC MUSASIM_FLOAT16_X4 MUSASIM_FLOAT16_NAMED(__float42, 4_rn)(float4 a) {
  MUSASIM_FLOAT16_X4 result;
  result.x = MUSASIM_FLOAT16_NAMED(__float2, )(a.x);
  result.y = MUSASIM_FLOAT16_NAMED(__float2, )(a.y);
  result.z = MUSASIM_FLOAT16_NAMED(__float2, )(a.z);
  result.w = MUSASIM_FLOAT16_NAMED(__float2, )(a.w);
  return result;
}
MUSASIM_STATIC float4 MUSASIM_FLOAT16_NAMED(__, 42float4)(MUSASIM_FLOAT16_X4 a) {
  float4 result;
  result.x = musasim::narrow::wide(a.x);
  result.y = musasim::narrow::wide(a.y);
  result.z = musasim::narrow::wide(a.z);
  result.w = musasim::narrow::wide(a.w);
  return result;
}
MUSASIM_STATIC float __low2float(MUSASIM_FLOAT16_X2 a) { return musasim::narrow::wide(a.x); }
MUSASIM_STATIC float __high2float(MUSASIM_FLOAT16_X2 a) { return musasim::narrow::wide(a.y); }

// Pairs taken apart and put together.
MUSASIM_STATIC MUSASIM_FLOAT16 MUSASIM_FLOAT16_NAMED(__low2, )(MUSASIM_FLOAT16_X2 a) { return a.x; }
MUSASIM_STATIC MUSASIM_FLOAT16 MUSASIM_FLOAT16_NAMED(__high2, )(MUSASIM_FLOAT16_X2 a) {
  return a.y;
}
MUSASIM_STATIC MUSASIM_FLOAT16_X2 MUSASIM_FLOAT16_NAMED(__low2, 2)(MUSASIM_FLOAT16_X2 a) {
  return MUSASIM_FLOAT16_X2(a.x, a.x);
}
MUSASIM_STATIC MUSASIM_FLOAT16_X2 MUSASIM_FLOAT16_NAMED(__high2, 2)(MUSASIM_FLOAT16_X2 a) {
  return MUSASIM_FLOAT16_X2(a.y, a.y);
}
MUSASIM_STATIC MUSASIM_FLOAT16_X2 __lowhigh2highlow(MUSASIM_FLOAT16_X2 a) {
  return MUSASIM_FLOAT16_X2(a.y, a.x);
}
MUSASIM_STATIC MUSASIM_FLOAT16_X2 MUSASIM_FLOAT16_NAMED(__lows2, 2)(MUSASIM_FLOAT16_X2 a,
                                                                    MUSASIM_FLOAT16_X2 b) {
  return MUSASIM_FLOAT16_X2(a.x, b.x);
}
MUSASIM_STATIC MUSASIM_FLOAT16_X2 MUSASIM_FLOAT16_NAMED(__highs2, 2)(MUSASIM_FLOAT16_X2 a,
                                                                     MUSASIM_FLOAT16_X2 b) {
  return MUSASIM_FLOAT16_X2(a.y, b.y);
}
MUSASIM_STATIC MUSASIM_FLOAT16_X2 MUSASIM_FLOAT16_NAMED(__halves2, 2)(MUSASIM_FLOAT16 a,
                                                                      MUSASIM_FLOAT16 b) {
  return MUSASIM_FLOAT16_X2(a, b);
}
MUSASIM_STATIC MUSASIM_FLOAT16_X2 MUSASIM_FLOAT16_TO_PAIR(MUSASIM_FLOAT16 a) {
  return MUSASIM_FLOAT16_X2(a, a);
}
MUSASIM_STATIC MUSASIM_FLOAT16_X2 MUSASIM_FLOAT16_NAMED(make_, 2)(MUSASIM_FLOAT16 x,
                                                                  MUSASIM_FLOAT16 y) {
  return MUSASIM_FLOAT16_X2(x, y);
}
