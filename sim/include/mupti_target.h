// Metrics of targets of the profiling interface.
#pragma once

#include "mupti.h"
