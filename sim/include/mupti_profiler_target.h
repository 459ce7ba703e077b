// Ranges of the profiling interface.
#pragma once

#include "mupti.h"
