// The definitions of device_atomic_functions.h, which need no header.
#pragma once

#include "device_atomic_functions.h"
