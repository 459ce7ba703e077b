// thrust::partition.
#pragma once

#include "thrust/unique.h"
