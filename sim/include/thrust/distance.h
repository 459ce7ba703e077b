// thrust::distance.
#pragma once

#include "thrust/swap.h"
