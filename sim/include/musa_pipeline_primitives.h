// The functions of musa_pipeline.h.
#pragma once

#if defined(__cplusplus) && __cplusplus >= 201703L
#include "musa_pipeline.h"
#endif
