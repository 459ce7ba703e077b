// thrust::uninitialized_copy.
#pragma once

#include "thrust/copy.h"
