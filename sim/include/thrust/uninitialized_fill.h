// thrust::uninitialized_fill.
#pragma once

#include "thrust/transform.h"
