// Mathematics of device code. A compiler of .mu files knows it without this header; the host has the C library's.
#pragma once

#include <math.h>

#include "builtin_types.h"
