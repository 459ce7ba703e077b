// musaCreateChannelDesc<T>(): the channel format that elements of type T have in an array.
#pragma once

#include "musa_runtime_api.h"

#if defined(__cplusplus)

template <class T>
inline musaChannelFormatDesc musaCreateChannelDesc() {
  return musaCreateChannelDesc(0, 0, 0, 0, musaChannelFormatKindNone);
}

static inline musaChannelFormatDesc musaCreateChannelDescHalf() {
  return musaCreateChannelDesc(16, 0, 0, 0, musaChannelFormatKindFloat);
}
static inline musaChannelFormatDesc musaCreateChannelDescHalf1() {
  return musaCreateChannelDescHalf();
}
static inline musaChannelFormatDesc musaCreateChannelDescHalf2() {
  return musaCreateChannelDesc(16, 16, 0, 0, musaChannelFormatKindFloat);
}
static inline musaChannelFormatDesc musaCreateChannelDescHalf4() {
  return musaCreateChannelDesc(16, 16, 16, 16, musaChannelFormatKindFloat);
}

#define MUSASIM_CHANNEL(type, bits, components, kind)                                          \
  template <>                                                                                  \
  inline musaChannelFormatDesc musaCreateChannelDesc<type>() {                                 \
    return musaCreateChannelDesc(bits, (components) > 1 ? (bits) : 0,                          \
                                 (components) > 2 ? (bits) : 0, (components) > 3 ? (bits) : 0, \
                                 musaChannelFormatKind##kind);                                 \
  }
#define MUSASIM_CHANNELS(type, prefix, bits, kind) \
  MUSASIM_CHANNEL(type, bits, 1, kind)             \
  MUSASIM_CHANNEL(prefix##1, bits, 1, kind)        \
  MUSASIM_CHANNEL(prefix##2, bits, 2, kind)        \
  MUSASIM_CHANNEL(prefix##4, bits, 4, kind)

MUSASIM_CHANNELS(signed char, char, 8, Signed)
MUSASIM_CHANNELS(unsigned char, uchar, 8, Unsigned)
MUSASIM_CHANNELS(short, short, 16, Signed)
MUSASIM_CHANNELS(unsigned short, ushort, 16, Unsigned)
MUSASIM_CHANNELS(int, int, 32, Signed)
MUSASIM_CHANNELS(unsigned int, uint, 32, Unsigned)
MUSASIM_CHANNELS(float, float, 32, Float)
#if defined(__CHAR_UNSIGNED__)
MUSASIM_CHANNEL(char, 8, 1, Unsigned)
#else
MUSASIM_CHANNEL(char, 8, 1, Signed)
#endif

#undef MUSASIM_CHANNELS
#undef MUSASIM_CHANNEL

#endif
