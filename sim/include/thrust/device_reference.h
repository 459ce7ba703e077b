// thrust::device_reference.
#pragma once

#include "thrust/device_ptr.h"
