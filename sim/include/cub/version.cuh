// The version of cub.
#pragma once

#include <cub/config.cuh>
