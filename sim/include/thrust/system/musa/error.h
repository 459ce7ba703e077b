// The category of error codes.
#pragma once

#include "thrust/system_error.h"
