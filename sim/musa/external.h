// Operations that signal external semaphores, or wait for them, from the driver's parameters.
#pragma once

#include "machine/stream/operation.h"
#include "musa/api.h"

namespace musasim::driver {

musaError_t signal_of(const MUSA_EXT_SEM_SIGNAL_NODE_PARAMS* params, Operation* operation);
musaError_t wait_of(const MUSA_EXT_SEM_WAIT_NODE_PARAMS* params, Operation* operation);

}  // namespace musasim::driver
