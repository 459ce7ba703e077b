// CUB's macros.
#pragma once

#include "cub/config.cuh"
