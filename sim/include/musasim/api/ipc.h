// Memory and events of other processes.
#pragma once

#include "driver_types.h"
#include "musasim/api/macros.h"

#if defined(__cplusplus)
extern "C" {
#endif

MUSARTAPI musaError_t musaIpcGetEventHandle(musaIpcEventHandle_t* handle, musaEvent_t event);
MUSARTAPI musaError_t musaIpcOpenEventHandle(musaEvent_t* event, musaIpcEventHandle_t handle);
MUSARTAPI musaError_t musaIpcGetMemHandle(musaIpcMemHandle_t* handle, void* devPtr);
MUSARTAPI musaError_t musaIpcOpenMemHandle(void** devPtr, musaIpcMemHandle_t handle,
                                           unsigned int flags);
MUSARTAPI musaError_t musaIpcCloseMemHandle(void* devPtr);

#if defined(__cplusplus)
}
#endif
