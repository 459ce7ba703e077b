// thrust::musa::par.
#pragma once

#include "thrust/detail/policy.h"
