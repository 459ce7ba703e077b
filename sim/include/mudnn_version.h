// The version of the library of neural network operations.
#pragma once

#include "mudnn.h"
