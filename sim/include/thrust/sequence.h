// thrust::sequence.
#pragma once

#include "thrust/transform.h"
