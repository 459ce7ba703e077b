// Operators of the 16 bit type, which compares itself, and of its pair (see float16_all.h: no include guard). As
// on the platform a macro leaves them out, for projects that bring their own.
#define MUSASIM_OPERATOR_FAMILY(type, add, sub, mul, div)                           \
  MUSASIM_STATIC type operator+(const type& a, const type& b) { return add(a, b); } \
  MUSASIM_STATIC type operator-(const type& a, const type& b) { return sub(a, b); } \
  MUSASIM_STATIC type operator*(const type& a, const type& b) { return mul(a, b); } \
  MUSASIM_STATIC type operator/(const type& a, const type& b) { return div(a, b); } \
  MUSASIM_STATIC type& operator+=(type& a, const type& b) { return a = add(a, b); } \
  MUSASIM_STATIC type& operator-=(type& a, const type& b) { return a = sub(a, b); } \
  MUSASIM_STATIC type& operator*=(type& a, const type& b) { return a = mul(a, b); } \
  MUSASIM_STATIC type& operator/=(type& a, const type& b) { return a = div(a, b); } \
  MUSASIM_STATIC type operator+(const type& a) { return a; }
#define MUSASIM_COMPARISON_FAMILY(type, eq, ne, lt, le, gt, ge)                     \
  MUSASIM_STATIC bool operator==(const type& a, const type& b) { return eq(a, b); } \
  MUSASIM_STATIC bool operator!=(const type& a, const type& b) { return ne(a, b); } \
  MUSASIM_STATIC bool operator<(const type& a, const type& b) { return lt(a, b); }  \
  MUSASIM_STATIC bool operator<=(const type& a, const type& b) { return le(a, b); } \
  MUSASIM_STATIC bool operator>(const type& a, const type& b) { return gt(a, b); }  \
  MUSASIM_STATIC bool operator>=(const type& a, const type& b) { return ge(a, b); }
#define MUSASIM_STEP_FAMILY(type, one)                            \
  MUSASIM_STATIC type& operator++(type& a) { return a += (one); } \
  MUSASIM_STATIC type& operator--(type& a) { return a -= (one); } \
  MUSASIM_STATIC type operator++(type& a, int) {                  \
    const type before = a;                                        \
    ++a;                                                          \
    return before;                                                \
  }                                                               \
  MUSASIM_STATIC type operator--(type& a, int) {                  \
    const type before = a;                                        \
    --a;                                                          \
    return before;                                                \
  }

#ifndef MUSASIM_NO_OPERATORS
MUSASIM_OPERATOR_FAMILY(MUSASIM_FLOAT16, __hadd, __hsub, __hmul, __hdiv)
MUSASIM_STEP_FAMILY(MUSASIM_FLOAT16, musasim::narrow::rounded(a, 1.0f))
MUSASIM_STATIC MUSASIM_FLOAT16 operator-(const MUSASIM_FLOAT16& a) { return __hneg(a); }
#endif

#ifndef MUSASIM_NO_X2_OPERATORS
MUSASIM_OPERATOR_FAMILY(MUSASIM_FLOAT16_X2, __hadd2, __hsub2, __hmul2, __h2div)
MUSASIM_COMPARISON_FAMILY(MUSASIM_FLOAT16_X2, __hbeq2, __hbneu2, __hblt2, __hble2, __hbgt2, __hbge2)
MUSASIM_STEP_FAMILY(MUSASIM_FLOAT16_X2, MUSASIM_FLOAT16_NAMED(__float2, 2_rn)(1.0f))
MUSASIM_STATIC MUSASIM_FLOAT16_X2 operator-(const MUSASIM_FLOAT16_X2& a) { return __hneg2(a); }
#endif
#undef MUSASIM_OPERATOR_FAMILY
#undef MUSASIM_COMPARISON_FAMILY
#undef MUSASIM_STEP_FAMILY
