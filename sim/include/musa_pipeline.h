// Copies to shared memory that a thread starts and waits for later; C++17, as kernels are.
#pragma once

#if defined(__cplusplus) && __cplusplus >= 201703L
#include "musasim/device/memory.h"
#endif
