// Atomic functions of device code. A compiler of .mu files knows them without this header.
#pragma once

#include "builtin_types.h"
#include "host_defines.h"
