// Texture and surface objects.
#pragma once

#include "driver_types.h"
#include "musasim/api/macros.h"
#include "surface_types.h"
#include "texture_types.h"

#if defined(__cplusplus)
extern "C" {
#endif

MUSARTAPI musaError_t musaDeviceGetTexture1DLinearMaxWidth(
    size_t* maxWidthInElements, const struct musaChannelFormatDesc* fmtDesc, int device);
MUSARTAPI musaError_t musaGetChannelDesc(struct musaChannelFormatDesc* desc,
                                         musaArray_const_t array);
MUSARTAPI struct musaChannelFormatDesc musaCreateChannelDesc(int x, int y, int z, int w,
                                                             enum musaChannelFormatKind f);
MUSARTAPI musaError_t musaCreateTextureObject(musaTextureObject_t* pTexObject,
                                              const struct musaResourceDesc* pResDesc,
                                              const struct musaTextureDesc* pTexDesc,
                                              const struct musaResourceViewDesc* pResViewDesc);
MUSARTAPI musaError_t musaDestroyTextureObject(musaTextureObject_t texObject);
MUSARTAPI musaError_t musaGetTextureObjectResourceDesc(struct musaResourceDesc* pResDesc,
                                                       musaTextureObject_t texObject);
MUSARTAPI musaError_t musaGetTextureObjectTextureDesc(struct musaTextureDesc* pTexDesc,
                                                      musaTextureObject_t texObject);
MUSARTAPI musaError_t musaGetTextureObjectResourceViewDesc(
    struct musaResourceViewDesc* pResViewDesc, musaTextureObject_t texObject);
MUSARTAPI musaError_t musaCreateSurfaceObject(musaSurfaceObject_t* pSurfObject,
                                              const struct musaResourceDesc* pResDesc);
MUSARTAPI musaError_t musaDestroySurfaceObject(musaSurfaceObject_t surfObject);
MUSARTAPI musaError_t musaGetSurfaceObjectResourceDesc(struct musaResourceDesc* pResDesc,
                                                       musaSurfaceObject_t surfObject);
MUSARTAPI musaError_t musaBindTexture(size_t* offset, const struct textureReference* texref,
                                      const void* devPtr, const struct musaChannelFormatDesc* desc,
                                      size_t size MUSART_DEFAULT(UINT_MAX));
MUSARTAPI musaError_t musaBindTexture2D(size_t* offset, const struct textureReference* texref,
                                        const void* devPtr,
                                        const struct musaChannelFormatDesc* desc, size_t width,
                                        size_t height, size_t pitch);
MUSARTAPI musaError_t musaBindTextureToArray(const struct textureReference* texref,
                                             musaArray_const_t array,
                                             const struct musaChannelFormatDesc* desc);
MUSARTAPI musaError_t musaBindTextureToMipmappedArray(const struct textureReference* texref,
                                                      musaMipmappedArray_const_t mipmappedArray,
                                                      const struct musaChannelFormatDesc* desc);
MUSARTAPI musaError_t musaUnbindTexture(const struct textureReference* texref);
MUSARTAPI musaError_t musaGetTextureAlignmentOffset(size_t* offset,
                                                    const struct textureReference* texref);
MUSARTAPI musaError_t musaGetTextureReference(const struct textureReference** texref,
                                              const void* symbol);
MUSARTAPI musaError_t musaBindSurfaceToArray(const struct surfaceReference* surfref,
                                             musaArray_const_t array,
                                             const struct musaChannelFormatDesc* desc);
MUSARTAPI musaError_t musaGetSurfaceReference(const struct surfaceReference** surfref,
                                              const void* symbol);
MUSARTAPI musaError_t musaCreateTextureObject_v2(musaTextureObject_t* pTexObject,
                                                 const struct musaResourceDesc* pResDesc,
                                                 const struct musaTextureDesc* pTexDesc,
                                                 const struct musaResourceViewDesc* pResViewDesc);
MUSARTAPI musaError_t musaGetTextureObjectTextureDesc_v2(struct musaTextureDesc* pTexDesc,
                                                         musaTextureObject_t texObject);

#if defined(__cplusplus)
}
#endif
