// thrust::merge.
#pragma once

#include "thrust/set_operations.h"
