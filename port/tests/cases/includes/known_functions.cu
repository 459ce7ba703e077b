#include <crt/host_defines.h>
#include <device_atomic_functions.h>
#include <device_double_functions.h>
#include <math_functions.h>
#include <sm_30_intrinsics.h>
#include <sm_20_atomic_functions.h>
#include <sm_60_atomic_functions.h>
#include "sm_80_kernels.h"

__global__ void count(int* total) { atomicAdd(total, 1); }
