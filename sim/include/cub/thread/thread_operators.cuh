// The function objects, as newer versions of CUB name the header.
#pragma once

#include "cub/thread_operators.cuh"
