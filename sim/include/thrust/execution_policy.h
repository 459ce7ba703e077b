// thrust::host, thrust::seq, thrust::device and thrust::musa::par.
#pragma once

#include "thrust/detail/policy.h"
