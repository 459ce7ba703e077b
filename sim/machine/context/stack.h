// The calling thread's stack of contexts. Internal to machine/context.
#pragma once

#include "machine/context/context.h"

namespace musasim {

// Takes the context off the top of the calling thread's stack if it is there.
void forget_current(const Context& context);

}  // namespace musasim
