// Events: points in streams, and the time between them.
#pragma once

#include "driver_types.h"
#include "musasim/api/macros.h"

#if defined(__cplusplus)
extern "C" {
#endif

MUSARTAPI musaError_t musaEventCreate(musaEvent_t* event);
MUSARTAPI musaError_t musaEventCreateWithFlags(musaEvent_t* event, unsigned int flags);
MUSARTAPI musaError_t musaEventRecord(musaEvent_t event, musaStream_t stream MUSART_DEFAULT(0));
MUSARTAPI musaError_t musaEventRecordWithFlags(musaEvent_t event,
                                               musaStream_t stream MUSART_DEFAULT(0),
                                               unsigned int flags MUSART_DEFAULT(0));
MUSARTAPI musaError_t musaEventQuery(musaEvent_t event);
MUSARTAPI musaError_t musaEventSynchronize(musaEvent_t event);
MUSARTAPI musaError_t musaEventDestroy(musaEvent_t event);
MUSARTAPI musaError_t musaEventElapsedTime(float* ms, musaEvent_t start, musaEvent_t end);
MUSARTAPI musaError_t musaEventElapsedTime_v2(float* ms, musaEvent_t start, musaEvent_t end);

#if defined(__cplusplus)
}
#endif
