// make_musaPitchedPtr, make_musaPos, make_musaExtent.
#pragma once

#include "driver_types.h"

static inline struct musaPitchedPtr make_musaPitchedPtr(void* pointer, size_t pitch, size_t width,
                                                        size_t height) {
  struct musaPitchedPtr p = {pointer, pitch, width, height};
  return p;
}

static inline struct musaPos make_musaPos(size_t x, size_t y, size_t z) {
  struct musaPos p = {x, y, z};
  return p;
}

static inline struct musaExtent make_musaExtent(size_t width, size_t height, size_t depth) {
  struct musaExtent e = {width, height, depth};
  return e;
}
