// thrust::sequence.
#pragma once

#include "thrust/iterator/counting_iterator.h"  // programs find it here, too
#include "thrust/transform.h"
