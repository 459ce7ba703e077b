// thrust::pair, which is the standard library's.
#pragma once

#include "thrust/tuple.h"
