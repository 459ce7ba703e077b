// thrust::transform_inclusive_scan.
#pragma once

#include "thrust/scan.h"
