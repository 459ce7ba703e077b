// The MUSA runtime API, in C.
#pragma once

// Headers of programs ask for it.
#define __MUSA_RUNTIME_API_H__

#include "driver_types.h"
#include "host_defines.h"
#include "musart_version.h"
#include "musasim/api/anything.h"
#include "musasim/api/array.h"
#include "musasim/api/capture.h"
#include "musasim/api/device.h"
#include "musasim/api/errors.h"
#include "musasim/api/event.h"
#include "musasim/api/external.h"
#include "musasim/api/graph.h"
#include "musasim/api/graph_node.h"
#include "musasim/api/graphics.h"
#include "musasim/api/ipc.h"
#include "musasim/api/launch.h"
#include "musasim/api/library.h"
#include "musasim/api/memcpy.h"
#include "musasim/api/memory.h"
#include "musasim/api/occupancy.h"
#include "musasim/api/peer.h"
#include "musasim/api/per_thread.h"
#include "musasim/api/pool.h"
#include "musasim/api/registration.h"
#include "musasim/api/stream.h"
#include "musasim/api/texture.h"
#include "musasim/api/thread.h"
#include "musasim/api/version.h"
#include "surface_types.h"
#include "texture_types.h"

// Last: the functions are declared by now, calls from here on use the chosen names.
#if !defined(MUSASIM_OWN_NAMES)
#include "musasim/api/names.h"
#endif
