// thrust::scatter.
#pragma once

#include "thrust/gather.h"
