// THRUST_VERSION.
#pragma once

#include "thrust/detail/config.h"
