// The runtime, for programs that name it by the folder of the C++ library.
#pragma once

#include <musa_runtime.h>
