// Types of the runtime API: status codes, handles, flags, and the structs that its functions take.
#pragma once

// Headers of programs ask for it.
#define __DRIVER_TYPES_H__

#include <limits.h>
#include <stddef.h>

#include "host_defines.h"
#include "musasim/types/array.h"
#include "musasim/types/device.h"
#include "musasim/types/errors.h"
#include "musasim/types/external.h"
#include "musasim/types/function.h"
#include "musasim/types/graph.h"
#include "musasim/types/graphics.h"
#include "musasim/types/handles.h"
#include "musasim/types/ipc.h"
#include "musasim/types/launch.h"
#include "musasim/types/memory.h"
#include "musasim/types/pool.h"
#include "musasim/types/stream.h"
#include "vector_types.h"
