// Thrust's random numbers.
#pragma once

#include "thrust/random.h"
