// Resources of graphics APIs.
#pragma once

#include "driver_types.h"
#include "musasim/api/macros.h"

#if defined(__cplusplus)
extern "C" {
#endif

MUSARTAPI musaError_t musaGraphicsUnregisterResource(musaGraphicsResource_t resource);
MUSARTAPI musaError_t musaGraphicsResourceSetMapFlags(musaGraphicsResource_t resource,
                                                      unsigned int flags);
MUSARTAPI musaError_t musaGraphicsMapResources(int count, musaGraphicsResource_t* resources,
                                               musaStream_t stream MUSART_DEFAULT(0));
MUSARTAPI musaError_t musaGraphicsUnmapResources(int count, musaGraphicsResource_t* resources,
                                                 musaStream_t stream MUSART_DEFAULT(0));
MUSARTAPI musaError_t musaGraphicsResourceGetMappedPointer(void** devPtr, size_t* size,
                                                           musaGraphicsResource_t resource);
MUSARTAPI musaError_t musaGraphicsSubResourceGetMappedArray(musaArray_t* array,
                                                            musaGraphicsResource_t resource,
                                                            unsigned int arrayIndex,
                                                            unsigned int mipLevel);
MUSARTAPI musaError_t musaGraphicsResourceGetMappedMipmappedArray(
    musaMipmappedArray_t* mipmappedArray, musaGraphicsResource_t resource);

#if defined(__cplusplus)
}
#endif
