// The names that a .mu file may use without an include: built-in variables, barriers, warp functions, atomics,
// intrinsics, math. A compiler of .mu files reads this before the file.
#pragma once

#if !defined(__cplusplus) || __cplusplus < 201703L
#error "musasim/device_language.h needs C++17"
#endif

// The qualifiers, which mean nothing in C++; a compiler of .mu files, as which this now passes, has its
// own.
#include "host_defines.h"

#ifndef __MUSACC__
#define __MUSACC__ 1
#endif
#ifndef __MUSA__
#define __MUSA__ 1
#endif
#ifndef __MCC__
#define __MCC__ 1
#endif
#include "musart_version.h"
#ifndef __MUSACC_VER_MAJOR__
#define __MUSACC_VER_MAJOR__ __MUSA_API_VER_MAJOR__
#define __MUSACC_VER_MINOR__ __MUSA_API_VER_MINOR__
#define __MUSACC_VER_PATCHLEVEL__ __MUSA_API_VER_PATCH__
#endif

#include <algorithm>
#include <cassert>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

// clang-format off
#define MUSASIM_BEFORE_THE_FILE
#include "musa_runtime.h"
#include "musa_bf16.h"
#include "musa_fp16.h"
#include "musasim/device/built_in.h"
#include "musasim/device/checked.h"
#include "musasim/device/warp.h"
#include "musasim/device/atomic.h"
#include "musasim/device/intrinsics.h"
#include "musasim/device/math.h"
#include "musasim/device/memory.h"
#include "musasim/device/parameter.h"
#include "musasim/device/variable.h"
#include "musasim/device/musa_sync.h"
#include "musasim/device/async_barrier.h"
#include "musasim/device/musa_atomic.h"
#include "musasim/device/musa_memory.h"
#include "musasim/device/robust.h"
#include "musasim/device/texture.h"
#include "musasim/device/libdevice.h"
#include "musasim/device/clang_builtins.h"
#include "musasim/device/burst.h"
#include "musasim/device/matrix.h"
#include "musasim/device/squad.h"
#include "musasim/device/tensor_copy.h"
#include "musasim/device/not_public.h"
#include "musasim/device/assembly.h"
#undef MUSASIM_BEFORE_THE_FILE
// clang-format on

// assert() may be defined again by the file; what it calls stays this.
#define __assert_fail musasim_assertion_failed
