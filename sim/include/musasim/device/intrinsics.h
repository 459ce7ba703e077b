// Intrinsics on bits and on integers. Those on the bytes and halves of a word are in simd.h, those
// that convert numbers in convert.h.
#pragma once

#include "musasim/device/convert.h"
#include "musasim/device/simd.h"
#include "vector_types.h"

inline int __popc(unsigned value) { return __builtin_popcount(value); }
inline int __popcll(unsigned long long value) { return __builtin_popcountll(value); }
inline int __clz(int value) {
  return value == 0 ? 32 : __builtin_clz(static_cast<unsigned>(value));
}
inline int __clzll(long long value) {
  return value == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(value));
}
inline int __ffs(int value) { return __builtin_ffs(value); }
inline int __ffsll(long long value) { return __builtin_ffsll(value); }

inline unsigned __brev(unsigned value) {
  value = (value >> 1 & 0x55555555u) | (value & 0x55555555u) << 1;
  value = (value >> 2 & 0x33333333u) | (value & 0x33333333u) << 2;
  value = (value >> 4 & 0x0f0f0f0fu) | (value & 0x0f0f0f0fu) << 4;
  return __builtin_bswap32(value);
}
inline unsigned long long __brevll(unsigned long long value) {
  const unsigned long long low = __brev(static_cast<unsigned>(value));
  return low << 32 | __brev(static_cast<unsigned>(value >> 32));
}

// The place of the offset-th set bit, counted from `base` up, or down where the offset is negative;
// ~0 where there is none. An offset of 0 asks for base itself.
inline unsigned __fns(unsigned mask, unsigned base, int offset) {
  const int step = offset < 0 ? -1 : 1;
  int wanted = offset == 0 ? 1 : step * offset;
  const int last = offset == 0 ? static_cast<int>(base) + 1 : step > 0 ? 32 : -1;
  for (int place = static_cast<int>(base); place != last && place < 32; place += step) {
    if ((mask >> place & 1u) != 0 && --wanted == 0) return static_cast<unsigned>(place);
  }
  return 0xffffffffu;
}

// Bytes of the eight in high:low, one for the lower three bits of each digit of the selector.
inline unsigned __byte_perm(unsigned low, unsigned high, unsigned selector) {
  const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
  unsigned result = 0;
  for (int i = 0; i < 4; ++i) {
    const unsigned place = selector >> (4 * i) & 7u;
    result |= (static_cast<unsigned>(both >> (8 * place)) & 0xffu) << (8 * i);
  }
  return result;
}

// Shifts of high:low; the shift is taken modulo 32, or cut to 32 in the forms with c.
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
  return static_cast<unsigned>(both << (shift & 31u) >> 32);
}
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
  return static_cast<unsigned>(both >> (shift & 31u));
}
inline unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
  const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
  return static_cast<unsigned>(both << (shift < 32u ? shift : 32u) >> 32);
}
inline unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
  const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
  return static_cast<unsigned>(both >> (shift < 32u ? shift : 32u));
}

// Products of the lower 24 bits.
inline unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffffu) * (b & 0xffffffu); }
inline int __mul24(int a, int b) {
  const long long x = static_cast<int>(static_cast<unsigned>(a) << 8) >> 8;
  const long long y = static_cast<int>(static_cast<unsigned>(b) << 8) >> 8;
  return static_cast<int>(x * y);
}
inline int __mulhi(int a, int b) { return static_cast<int>(static_cast<long long>(a) * b >> 32); }
inline unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32);
}
inline long long __mul64hi(long long a, long long b) {
  return static_cast<long long>(static_cast<::musasim::device::Int128>(a) * b >> 64);
}
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return static_cast<unsigned long long>(static_cast<::musasim::device::UnsignedInt128>(a) * b >>
                                         64);
}

// |a - b| + c.
inline unsigned __usad(unsigned a, unsigned b, unsigned c) { return (a < b ? b - a : a - b) + c; }
inline unsigned __sad(int a, int b, unsigned c) {
  const unsigned x = static_cast<unsigned>(a);
  const unsigned y = static_cast<unsigned>(b);
  return (a < b ? y - x : x - y) + c;
}

// Averages without overflow; those with r round up.
inline int __hadd(int a, int b) { return static_cast<int>((static_cast<long long>(a) + b) >> 1); }
inline int __rhadd(int a, int b) {
  return static_cast<int>((static_cast<long long>(a) + b + 1) >> 1);
}
inline unsigned __uhadd(unsigned a, unsigned b) {
  return static_cast<unsigned>((static_cast<unsigned long long>(a) + b) >> 1);
}
inline unsigned __urhadd(unsigned a, unsigned b) {
  return static_cast<unsigned>((static_cast<unsigned long long>(a) + b + 1) >> 1);
}

// Dot products of four bytes, and of two halves of `a` with the lower or upper two bytes of `b`.
inline int __dp4a(int a, int b, int c) {
  unsigned sum = static_cast<unsigned>(c);
  for (int i = 0; i < 32; i += 8) {
    sum +=
        static_cast<unsigned>(static_cast<signed char>(a >> i) * static_cast<signed char>(b >> i));
  }
  return static_cast<int>(sum);
}
inline unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  for (int i = 0; i < 32; i += 8) c += (a >> i & 0xffu) * (b >> i & 0xffu);
  return c;
}
inline int __dp4a(char4 a, char4 b, int c) {
  return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
inline unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) {
  return c + static_cast<unsigned>(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w);
}

#define MUSASIM_DOT_OF_TWO(name, first)                                                           \
  inline int name(int a, int b, int c) {                                                          \
    const int low = static_cast<short>(a) * static_cast<signed char>(b >> (first));               \
    const int high = static_cast<short>(a >> 16) * static_cast<signed char>(b >> ((first) + 8));  \
    return c + low + high;                                                                        \
  }                                                                                               \
  inline unsigned name(unsigned a, unsigned b, unsigned c) {                                      \
    return c + (a & 0xffffu) * (b >> (first) & 0xffu) + (a >> 16) * (b >> ((first) + 8) & 0xffu); \
  }
MUSASIM_DOT_OF_TWO(__dp2a_lo, 0)
MUSASIM_DOT_OF_TWO(__dp2a_hi, 16)
#undef MUSASIM_DOT_OF_TWO
