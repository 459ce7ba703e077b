// thrust::universal_vector.
#pragma once

#include "thrust/host_vector.h"
