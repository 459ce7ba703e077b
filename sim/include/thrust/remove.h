// thrust::remove.
#pragma once

#include "thrust/unique.h"
