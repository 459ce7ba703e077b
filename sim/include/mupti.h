// The profiling interface. Versions, status texts and timestamps work; the rest answers
// MUPTI_ERROR_NOT_SUPPORTED.
#pragma once

#include "musasim/mupti/activity.h"
#include "musasim/mupti/callbacks.h"
#include "musasim/mupti/events.h"
#include "musasim/mupti/profiler.h"
#include "musasim/mupti/result.h"
