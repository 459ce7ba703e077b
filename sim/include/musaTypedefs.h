// Types of the driver's functions, for programs that look them up.
#pragma once

#include "musa.h"
