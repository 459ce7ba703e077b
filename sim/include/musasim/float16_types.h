// The 16 bit type, its pair and its quadruple (see float16_all.h: no include guard).
struct MUSASIM_FLOAT16_OTHER;

struct MUSASIM_FLOAT16 {
  unsigned short __x;

  MUSASIM_FLOAT16() = default;
  MUSASIM_FLOAT16(const MUSASIM_FLOAT16_RAW& raw) : __x(raw.x) {}
  MUSASIM_FLOAT16& operator=(const MUSASIM_FLOAT16_RAW& raw) {
    __x = raw.x;
    return *this;
  }
  operator MUSASIM_FLOAT16_RAW() const {
    MUSASIM_FLOAT16_RAW raw;
    raw.x = __x;
    return raw;
  }

#ifndef MUSASIM_NO_CONVERSIONS
  // Each wide type converts both ways, with nearest-even to this type and toward zero from it, as
  // one list: construction, assignment, conversion.
#define MUSASIM_FLOAT16_INTEGER(type)                                                            \
  MUSASIM_FLOAT16(type value) : __x(code(static_cast<long long>(value))) {}                      \
  MUSASIM_FLOAT16& operator=(type value) {                                                       \
    __x = code(static_cast<long long>(value));                                                   \
    return *this;                                                                                \
  }                                                                                              \
  operator type() const {                                                                        \
    return musasim::narrow::to_integer<type>(value(), musasim::narrow::Rounding::kTowardZero, 0, \
                                             std::numeric_limits<type>::min(),                   \
                                             std::numeric_limits<type>::max());                  \
  }
  MUSASIM_FLOAT16_INTEGER(short)
  MUSASIM_FLOAT16_INTEGER(unsigned short)
  MUSASIM_FLOAT16_INTEGER(int)
  MUSASIM_FLOAT16_INTEGER(unsigned int)
#undef MUSASIM_FLOAT16_INTEGER

  // From bytes the constructors for int are enough.
#define MUSASIM_FLOAT16_BYTE(type)                                                               \
  operator type() const {                                                                        \
    return musasim::narrow::to_integer<type>(value(), musasim::narrow::Rounding::kTowardZero, 0, \
                                             std::numeric_limits<type>::min(),                   \
                                             std::numeric_limits<type>::max());                  \
  }
  MUSASIM_FLOAT16_BYTE(char)
  MUSASIM_FLOAT16_BYTE(signed char)
  MUSASIM_FLOAT16_BYTE(unsigned char)
#undef MUSASIM_FLOAT16_BYTE

  // 64 bits: NaN gives the lowest bit pattern of the sign, as the device does.
#define MUSASIM_FLOAT16_INTEGER(type, wide)                                                        \
  MUSASIM_FLOAT16(type value) : __x(code(static_cast<wide>(value))) {}                             \
  MUSASIM_FLOAT16& operator=(type value) {                                                         \
    __x = code(static_cast<wide>(value));                                                          \
    return *this;                                                                                  \
  }                                                                                                \
  operator type() const {                                                                          \
    return musasim::narrow::to_integer<type>(                                                      \
        value(), musasim::narrow::Rounding::kTowardZero, static_cast<type>(0x8000000000000000ULL), \
        std::numeric_limits<type>::min(), std::numeric_limits<type>::max());                       \
  }
  MUSASIM_FLOAT16_INTEGER(long, long long)
  MUSASIM_FLOAT16_INTEGER(unsigned long, unsigned long long)
  MUSASIM_FLOAT16_INTEGER(long long, long long)
  MUSASIM_FLOAT16_INTEGER(unsigned long long, unsigned long long)
#undef MUSASIM_FLOAT16_INTEGER

  MUSASIM_FLOAT16(float value) : __x(musasim::narrow::MUSASIM_FLOAT16_BITS(value)) {}
  MUSASIM_FLOAT16(double value) : __x(code(value)) {}
  MUSASIM_FLOAT16& operator=(float value) {
    __x = musasim::narrow::MUSASIM_FLOAT16_BITS(value);
    return *this;
  }
  MUSASIM_FLOAT16& operator=(double value) {
    __x = code(value);
    return *this;
  }
  // From the other 16 bit type itself, and from nothing that converts to it.
  template <class Other, class = typename std::enable_if<
                             std::is_same<Other, MUSASIM_FLOAT16_OTHER>::value>::type>
  explicit MUSASIM_FLOAT16(const Other& other)
      : __x(musasim::narrow::MUSASIM_FLOAT16_BITS(static_cast<float>(other))) {}
  // None to double: float is enough, and both would be ambiguous.
  operator float() const { return value(); }
  operator bool() const { return (__x & 0x7fffu) != 0; }
#endif

#ifndef MUSASIM_NO_OPERATORS
  // Friends, so that a class which converts to this one and to float compares its floats.
#define MUSASIM_FLOAT16_COMPARISON(op)                                          \
  friend bool operator op(const MUSASIM_FLOAT16& a, const MUSASIM_FLOAT16& b) { \
    return a.value() op b.value();                                              \
  }
  MUSASIM_FLOAT16_COMPARISON(==)
  MUSASIM_FLOAT16_COMPARISON(!=)
  MUSASIM_FLOAT16_COMPARISON(<)
  MUSASIM_FLOAT16_COMPARISON(<=)
  MUSASIM_FLOAT16_COMPARISON(>)
  MUSASIM_FLOAT16_COMPARISON(>=)
#undef MUSASIM_FLOAT16_COMPARISON
#endif

 private:
  float value() const { return musasim::narrow::MUSASIM_FLOAT16_VALUE(__x); }
  static unsigned short code(double value) {
    return static_cast<unsigned short>(
        musasim::narrow::encode(value, musasim::narrow::MUSASIM_FLOAT16_FORMAT()));
  }
  static unsigned short code(long long value) { return code(musasim::narrow::odd_double(value)); }
  static unsigned short code(unsigned long long value) {
    return code(musasim::narrow::odd_double(value));
  }
};

struct alignas(4) MUSASIM_FLOAT16_X2 {
  MUSASIM_FLOAT16 x;
  MUSASIM_FLOAT16 y;

  MUSASIM_FLOAT16_X2() = default;
  MUSASIM_FLOAT16_X2(const MUSASIM_FLOAT16& low, const MUSASIM_FLOAT16& high) : x(low), y(high) {}
  MUSASIM_FLOAT16_X2(const MUSASIM_FLOAT16_X2_RAW& raw) { *this = raw; }
  MUSASIM_FLOAT16_X2& operator=(const MUSASIM_FLOAT16_X2_RAW& raw) {
    x.__x = raw.x;
    y.__x = raw.y;
    return *this;
  }
  operator MUSASIM_FLOAT16_X2_RAW() const {
    MUSASIM_FLOAT16_X2_RAW raw;
    raw.x = x.__x;
    raw.y = y.__x;
    return raw;
  }
};

struct alignas(8) MUSASIM_FLOAT16_X4 {
  MUSASIM_FLOAT16 x;
  MUSASIM_FLOAT16 y;
  MUSASIM_FLOAT16 z;
  MUSASIM_FLOAT16 w;
};

namespace musasim {
namespace narrow {
// Parts of the functions of both types.
inline MUSASIM_FLOAT16 of_bits(const MUSASIM_FLOAT16&, unsigned bits) {
  MUSASIM_FLOAT16 result;
  result.__x = static_cast<unsigned short>(bits);
  return result;
}
inline MUSASIM_FLOAT16 rounded(const MUSASIM_FLOAT16&, float value) {
  return of_bits(MUSASIM_FLOAT16(), MUSASIM_FLOAT16_BITS(value));
}
inline MUSASIM_FLOAT16 rounded(const MUSASIM_FLOAT16&, double value,
                               Rounding mode = Rounding::kNearestEven) {
  return of_bits(MUSASIM_FLOAT16(), encode(value, MUSASIM_FLOAT16_FORMAT(), mode));
}
inline float wide(const MUSASIM_FLOAT16& value) { return MUSASIM_FLOAT16_VALUE(value.__x); }
}  // namespace narrow
}  // namespace musasim
