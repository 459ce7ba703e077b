// thrust::adjacent_difference.
#pragma once

#include "thrust/transform.h"
