// thrust::reverse.
#pragma once

#include "thrust/sort.h"
