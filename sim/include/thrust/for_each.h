// thrust::for_each.
#pragma once

#include "thrust/transform.h"
