// Switching a profiler on and off.
#pragma once

#include "musasim/api/version.h"
