// Surface objects: formats and what happens at the border.
#pragma once

#include "driver_types.h"

enum musaSurfaceBoundaryMode {
  musaBoundaryModeZero = 0,
  musaBoundaryModeClamp = 1,
  musaBoundaryModeTrap = 2
};

enum musaSurfaceFormatMode { musaFormatModeForced = 0, musaFormatModeAuto = 1 };

typedef unsigned long long musaSurfaceObject_t;

// A variable that an array is bound to. Deprecated on the platform, too.
struct surfaceReference {
  struct musaChannelFormatDesc channelDesc;
};
