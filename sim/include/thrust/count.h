// thrust::count.
#pragma once

#include "thrust/reduce.h"
