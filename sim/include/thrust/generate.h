// thrust::generate.
#pragma once

#include "thrust/transform.h"
