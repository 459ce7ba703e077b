// Graphics interoperation; declared, not supported by the simulator.
#pragma once

#include <stddef.h>

#include "musasim/types/handles.h"

enum musaGraphicsRegisterFlags {
  musaGraphicsRegisterFlagsNone = 0,
  musaGraphicsRegisterFlagsReadOnly = 1,
  musaGraphicsRegisterFlagsWriteDiscard = 2,
  musaGraphicsRegisterFlagsSurfaceLoadStore = 4,
  musaGraphicsRegisterFlagsTextureGather = 8
};

enum musaGraphicsMapFlags {
  musaGraphicsMapFlagsNone = 0,
  musaGraphicsMapFlagsReadOnly = 1,
  musaGraphicsMapFlagsWriteDiscard = 2
};
