// thrust::replace.
#pragma once

#include "thrust/transform.h"
