// threadIdx and its kind. A compiler of .mu files knows them without this header.
#pragma once

#include "vector_types.h"
