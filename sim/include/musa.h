// The driver API: what the runtime is built on, for programs that load kernels themselves.
#pragma once

// Headers of programs ask for it.
#define __musa_musa_h__

// The version of the SDK whose API this is, as muDriverGetVersion tells it.
#define MUSA_VERSION 40300

#include "musasim/driver/types/array.h"
#include "musasim/driver/types/basic.h"
#include "musasim/driver/types/device.h"
#include "musasim/driver/types/external.h"
#include "musasim/driver/types/function.h"
#include "musasim/driver/types/graph.h"
#include "musasim/driver/types/memory.h"
#include "musasim/driver/types/result.h"
#include "musasim/driver/types/stream.h"

#include "musasim/driver/api/array.h"
#include "musasim/driver/api/context.h"
#include "musasim/driver/api/copy.h"
#include "musasim/driver/api/device.h"
#include "musasim/driver/api/external.h"
#include "musasim/driver/api/graph.h"
#include "musasim/driver/api/init.h"
#include "musasim/driver/api/launch.h"
#include "musasim/driver/api/memory.h"
#include "musasim/driver/api/module.h"
#include "musasim/driver/api/pool.h"
#include "musasim/driver/api/stream.h"
#include "musasim/driver/api/virtual_memory.h"
