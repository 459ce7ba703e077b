// thrust::advance.
#pragma once

#include "thrust/swap.h"
