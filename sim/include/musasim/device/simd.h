// Intrinsics on the two halves (names that end in 2) and four bytes (4) of a word: each does one
// thing to every part.
#pragma once

#include <limits>

namespace musasim {
namespace device {

// Calls function(a's part, b's part) for parts of type Part, as int, and puts the results together.
template <class Part, class Function>
inline unsigned for_parts(unsigned a, unsigned b, Function function) {
  constexpr int kBits = 8 * sizeof(Part);
  constexpr unsigned kMask = (1u << kBits) - 1u;
  unsigned result = 0;
  for (int shift = 0; shift < 32; shift += kBits) {
    const int part = function(static_cast<int>(static_cast<Part>(a >> shift)),
                              static_cast<int>(static_cast<Part>(b >> shift)));
    result |= (static_cast<unsigned>(part) & kMask) << shift;
  }
  return result;
}

template <class Part>
inline int cut_to(int value) {
  constexpr int kLeast = std::numeric_limits<Part>::min();
  constexpr int kMost = std::numeric_limits<Part>::max();
  return value < kLeast ? kLeast : value > kMost ? kMost : value;
}

// The sum of all parts of a word.
template <class Part>
inline unsigned sum_of_parts(unsigned word) {
  unsigned sum = 0;
  for (int shift = 0; shift < 32; shift += 8 * static_cast<int>(sizeof(Part))) {
    sum += static_cast<Part>(word >> shift);
  }
  return sum;
}

}  // namespace device
}  // namespace musasim

#define MUSASIM_SIMD_2(name, Part, expression)                                  \
  inline unsigned name(unsigned first, unsigned second) {                       \
    return ::musasim::device::for_parts<Part>(first, second, [](int a, int b) { \
      (void)b;                                                                  \
      return expression;                                                        \
    });                                                                         \
  }
#define MUSASIM_SIMD_1(name, Part, expression)                                                  \
  inline unsigned name(unsigned word) {                                                         \
    return ::musasim::device::for_parts<Part>(word, 0u, [](int a, int) { return expression; }); \
  }
#define MUSASIM_CUT(Part, value) ::musasim::device::cut_to<Part>(value)
#define MUSASIM_BIGGER(a, b) ((a) < (b) ? (b) : (a))
#define MUSASIM_SMALLER(a, b) ((b) < (a) ? (b) : (a))
#define MUSASIM_DISTANCE(a, b) ((a) < (b) ? (b) - (a) : (a) - (b))

// A comparison as a mask of all ones (vcmp) and as 1 (vset).
#define MUSASIM_SIMD_COMPARISON(name, count, Part, comparison)     \
  MUSASIM_SIMD_2(__vcmp##name##count, Part, (comparison) ? -1 : 0) \
  MUSASIM_SIMD_2(__vset##name##count, Part, (comparison) ? 1 : 0)

#define MUSASIM_SIMD_FAMILY(count, Signed, Unsigned)                            \
  MUSASIM_SIMD_1(__vabs##count, Signed, a < 0 ? -a : a)                         \
  MUSASIM_SIMD_1(__vabsss##count, Signed, MUSASIM_CUT(Signed, a < 0 ? -a : a))  \
  MUSASIM_SIMD_1(__vneg##count, Signed, -a)                                     \
  MUSASIM_SIMD_1(__vnegss##count, Signed, MUSASIM_CUT(Signed, -a))              \
  MUSASIM_SIMD_2(__vadd##count, Unsigned, a + b)                                \
  MUSASIM_SIMD_2(__vaddss##count, Signed, MUSASIM_CUT(Signed, a + b))           \
  MUSASIM_SIMD_2(__vaddus##count, Unsigned, MUSASIM_CUT(Unsigned, a + b))       \
  MUSASIM_SIMD_2(__vsub##count, Unsigned, a - b)                                \
  MUSASIM_SIMD_2(__vsubss##count, Signed, MUSASIM_CUT(Signed, a - b))           \
  MUSASIM_SIMD_2(__vsubus##count, Unsigned, MUSASIM_CUT(Unsigned, a - b))       \
  MUSASIM_SIMD_2(__vavgs##count, Signed, (a + b + (a + b >= 0 ? 1 : 0)) >> 1)   \
  MUSASIM_SIMD_2(__vavgu##count, Unsigned, (a + b + 1) >> 1)                    \
  MUSASIM_SIMD_2(__vhaddu##count, Unsigned, (a + b) >> 1)                       \
  MUSASIM_SIMD_2(__vmaxs##count, Signed, MUSASIM_BIGGER(a, b))                  \
  MUSASIM_SIMD_2(__vmaxu##count, Unsigned, MUSASIM_BIGGER(a, b))                \
  MUSASIM_SIMD_2(__vmins##count, Signed, MUSASIM_SMALLER(a, b))                 \
  MUSASIM_SIMD_2(__vminu##count, Unsigned, MUSASIM_SMALLER(a, b))               \
  MUSASIM_SIMD_2(__vabsdiffs##count, Signed, MUSASIM_DISTANCE(a, b))            \
  MUSASIM_SIMD_2(__vabsdiffu##count, Unsigned, MUSASIM_DISTANCE(a, b))          \
  MUSASIM_SIMD_COMPARISON(eq, count, Unsigned, a == b)                          \
  MUSASIM_SIMD_COMPARISON(ne, count, Unsigned, a != b)                          \
  MUSASIM_SIMD_COMPARISON(ges, count, Signed, a >= b)                           \
  MUSASIM_SIMD_COMPARISON(geu, count, Unsigned, a >= b)                         \
  MUSASIM_SIMD_COMPARISON(gts, count, Signed, a > b)                            \
  MUSASIM_SIMD_COMPARISON(gtu, count, Unsigned, a > b)                          \
  MUSASIM_SIMD_COMPARISON(les, count, Signed, a <= b)                           \
  MUSASIM_SIMD_COMPARISON(leu, count, Unsigned, a <= b)                         \
  MUSASIM_SIMD_COMPARISON(lts, count, Signed, a < b)                            \
  MUSASIM_SIMD_COMPARISON(ltu, count, Unsigned, a < b)                          \
  inline unsigned __vsads##count(unsigned a, unsigned b) {                      \
    return ::musasim::device::sum_of_parts<Unsigned>(__vabsdiffs##count(a, b)); \
  }                                                                             \
  inline unsigned __vsadu##count(unsigned a, unsigned b) {                      \
    return ::musasim::device::sum_of_parts<Unsigned>(__vabsdiffu##count(a, b)); \
  }

MUSASIM_SIMD_FAMILY(2, short, unsigned short)
MUSASIM_SIMD_FAMILY(4, signed char, unsigned char)

#undef MUSASIM_SIMD_FAMILY
#undef MUSASIM_SIMD_COMPARISON
#undef MUSASIM_SIMD_1
#undef MUSASIM_SIMD_2
#undef MUSASIM_CUT
#undef MUSASIM_BIGGER
#undef MUSASIM_SMALLER
#undef MUSASIM_DISTANCE
