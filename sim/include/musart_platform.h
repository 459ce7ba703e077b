// The platform that the runtime is for: its qualifiers and attributes.
#pragma once

#include "host_defines.h"
