// thrust::fill.
#pragma once

#include "thrust/transform.h"
