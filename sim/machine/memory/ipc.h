// Memory handles that other processes open.
#pragma once

#include "driver_types.h"
#include "machine/export.h"

namespace musasim::ipc {

MUSASIM_API musaError_t get_handle(void* pointer, musaIpcMemHandle_t* handle);
// Opening one again in this process gives the same pointer and counts.
MUSASIM_API musaError_t open_handle(const musaIpcMemHandle_t& handle, unsigned flags,
                                    void** pointer);
MUSASIM_API musaError_t close_handle(void* pointer);

}  // namespace musasim::ipc
