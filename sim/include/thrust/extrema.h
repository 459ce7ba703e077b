// Questions about all items.
#pragma once

#include "thrust/find.h"
