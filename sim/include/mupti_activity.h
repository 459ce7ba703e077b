// The activity records of the profiling interface.
#pragma once

#include "musasim/mupti/activity.h"
