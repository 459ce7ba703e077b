// The runtime's functions that device code may call.
#pragma once

#include "musa_runtime_api.h"
