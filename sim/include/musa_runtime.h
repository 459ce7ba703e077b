// The MUSA runtime API for C++: the C functions, and templates that spare their callers the casts.
#pragma once

// Headers of programs ask for it.
#define __MUSA_RUNTIME_H__

#include "builtin_types.h"
#include "channel_descriptor.h"
#include "driver_functions.h"
#include "host_defines.h"
#include "library_types.h"
#include "musa_runtime_api.h"
#include "vector_functions.h"

#if defined(__cplusplus)
#include "musasim/cpp/graph.h"
#include "musasim/cpp/launch.h"
#include "musasim/cpp/memory.h"
#include "musasim/cpp/occupancy.h"
#include "musasim/cpp/symbols.h"
#endif
