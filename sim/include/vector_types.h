// The built-in vector types (char1 ... double4) and dim3, with the alignment that kernels expect.
#pragma once

#define MUSASIM_ALIGNED(bytes) __attribute__((aligned(bytes)))

// clang-format off
#define MUSASIM_VECTORS(type, prefix, two, four)                          \
  struct prefix##1 { type x; };                                           \
  struct MUSASIM_ALIGNED(two) prefix##2 { type x, y; };                   \
  struct prefix##3 { type x, y, z; };                                     \
  struct MUSASIM_ALIGNED(four) prefix##4 { type x, y, z, w; };            \
  typedef struct prefix##1 prefix##1;                                     \
  typedef struct prefix##2 prefix##2;                                     \
  typedef struct prefix##3 prefix##3;                                     \
  typedef struct prefix##4 prefix##4;
// clang-format on

MUSASIM_VECTORS(signed char, char, 2, 4)
MUSASIM_VECTORS(unsigned char, uchar, 2, 4)
MUSASIM_VECTORS(short, short, 4, 8)
MUSASIM_VECTORS(unsigned short, ushort, 4, 8)
MUSASIM_VECTORS(int, int, 8, 16)
MUSASIM_VECTORS(unsigned int, uint, 8, 16)
MUSASIM_VECTORS(long, long, 2 * sizeof(long), 16)
MUSASIM_VECTORS(unsigned long, ulong, 2 * sizeof(long), 16)
MUSASIM_VECTORS(long long, longlong, 16, 16)
MUSASIM_VECTORS(unsigned long long, ulonglong, 16, 16)
MUSASIM_VECTORS(float, float, 8, 16)
MUSASIM_VECTORS(double, double, 16, 16)

#undef MUSASIM_VECTORS

// Sizes of grids and blocks; what is not given is 1.
struct dim3 {
  unsigned int x, y, z;
#if defined(__cplusplus)
#if __cplusplus >= 201103L
  constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return uint3{x, y, z}; }
#else
  dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1) : x(vx), y(vy), z(vz) {}
  dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  operator uint3() const {
    uint3 v = {x, y, z};
    return v;
  }
#endif
#endif
};
typedef struct dim3 dim3;

#undef MUSASIM_ALIGNED
