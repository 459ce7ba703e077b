// Streams, waiting, callbacks, attributes.
#pragma once

#include "driver_types.h"
#include "musasim/api/macros.h"

#if defined(__cplusplus)
extern "C" {
#endif

// Called when the stream gets there, with the status of the work before it.
typedef void(MUSART_CB* musaStreamCallback_t)(musaStream_t stream, musaError_t status,
                                              void* userData);

MUSARTAPI musaError_t musaStreamCreate(musaStream_t* pStream);
MUSARTAPI musaError_t musaStreamCreateWithFlags(musaStream_t* pStream, unsigned int flags);
MUSARTAPI musaError_t musaStreamCreateWithPriority(musaStream_t* pStream, unsigned int flags,
                                                   int priority);
MUSARTAPI musaError_t musaStreamGetPriority(musaStream_t hStream, int* priority);
MUSARTAPI musaError_t musaStreamGetFlags(musaStream_t hStream, unsigned int* flags);
MUSARTAPI musaError_t musaStreamGetId(musaStream_t hStream, unsigned long long* streamId);
MUSARTAPI musaError_t musaCtxResetPersistingL2Cache(void);
MUSARTAPI musaError_t musaStreamCopyAttributes(musaStream_t dst, musaStream_t src);
MUSARTAPI musaError_t musaStreamGetAttribute(musaStream_t hStream, musaStreamAttrID attr,
                                             musaStreamAttrValue* value_out);
MUSARTAPI musaError_t musaStreamSetAttribute(musaStream_t hStream, musaStreamAttrID attr,
                                             const musaStreamAttrValue* value);
MUSARTAPI musaError_t musaStreamDestroy(musaStream_t stream);
MUSARTAPI musaError_t musaStreamWaitEvent(musaStream_t stream, musaEvent_t event,
                                          unsigned int flags MUSART_DEFAULT(0));
MUSARTAPI musaError_t musaStreamAddCallback(musaStream_t stream, musaStreamCallback_t callback,
                                            void* userData, unsigned int flags);
MUSARTAPI musaError_t musaStreamSynchronize(musaStream_t stream);
MUSARTAPI musaError_t musaStreamQuery(musaStream_t stream);
MUSARTAPI musaError_t
musaStreamAttachMemAsync(musaStream_t stream, void* devPtr, size_t length MUSART_DEFAULT(0),
                         unsigned int flags MUSART_DEFAULT(musaMemAttachSingle));
MUSARTAPI musaError_t musaLaunchHostFunc(musaStream_t stream, musaHostFn_t fn, void* userData);
MUSARTAPI musaError_t musaStreamGetDevice(musaStream_t hStream, int* device);

#if defined(__cplusplus)
}
#endif
