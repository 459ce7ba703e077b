// thrust::inner_product.
#pragma once

#include "thrust/reduce.h"
