// thrust::transform_reduce.
#pragma once

#include "thrust/reduce.h"
