// Arrays: allocation and copies.
#pragma once

#include "driver_types.h"
#include "musasim/api/macros.h"
#include "surface_types.h"
#include "texture_types.h"

#if defined(__cplusplus)
extern "C" {
#endif

MUSARTAPI musaError_t musaMallocArray(musaArray_t* array, const struct musaChannelFormatDesc* desc,
                                      size_t width, size_t height MUSART_DEFAULT(0),
                                      unsigned int flags MUSART_DEFAULT(0));
MUSARTAPI musaError_t musaFreeArray(musaArray_t array);
MUSARTAPI musaError_t musaFreeMipmappedArray(musaMipmappedArray_t mipmappedArray);
MUSARTAPI musaError_t musaMalloc3DArray(musaArray_t* array,
                                        const struct musaChannelFormatDesc* desc,
                                        struct musaExtent extent,
                                        unsigned int flags MUSART_DEFAULT(0));
MUSARTAPI musaError_t musaMallocMipmappedArray(musaMipmappedArray_t* mipmappedArray,
                                               const struct musaChannelFormatDesc* desc,
                                               struct musaExtent extent, unsigned int numLevels,
                                               unsigned int flags MUSART_DEFAULT(0));
MUSARTAPI musaError_t musaGetMipmappedArrayLevel(musaArray_t* levelArray,
                                                 musaMipmappedArray_const_t mipmappedArray,
                                                 unsigned int level);
MUSARTAPI musaError_t musaArrayGetInfo(struct musaChannelFormatDesc* desc,
                                       struct musaExtent* extent, unsigned int* flags,
                                       musaArray_t array);
MUSARTAPI musaError_t musaArrayGetPlane(musaArray_t* pPlaneArray, musaArray_t hArray,
                                        unsigned int planeIdx);
MUSARTAPI musaError_t musaArrayGetMemoryRequirements(
    struct musaArrayMemoryRequirements* memoryRequirements, musaArray_t array, int device);
MUSARTAPI musaError_t
musaMipmappedArrayGetMemoryRequirements(struct musaArrayMemoryRequirements* memoryRequirements,
                                        musaMipmappedArray_t mipmap, int device);
MUSARTAPI musaError_t
musaArrayGetSparseProperties(struct musaArraySparseProperties* sparseProperties, musaArray_t array);
MUSARTAPI musaError_t musaMipmappedArrayGetSparseProperties(
    struct musaArraySparseProperties* sparseProperties, musaMipmappedArray_t mipmap);
MUSARTAPI musaError_t musaMemcpy2DToArray(musaArray_t dst, size_t wOffset, size_t hOffset,
                                          const void* src, size_t spitch, size_t width,
                                          size_t height, enum musaMemcpyKind kind);
MUSARTAPI musaError_t musaMemcpy2DFromArray(void* dst, size_t dpitch, musaArray_const_t src,
                                            size_t wOffset, size_t hOffset, size_t width,
                                            size_t height, enum musaMemcpyKind kind);
MUSARTAPI musaError_t musaMemcpy2DArrayToArray(
    musaArray_t dst, size_t wOffsetDst, size_t hOffsetDst, musaArray_const_t src, size_t wOffsetSrc,
    size_t hOffsetSrc, size_t width, size_t height,
    enum musaMemcpyKind kind MUSART_DEFAULT(musaMemcpyDeviceToDevice));
MUSARTAPI musaError_t musaMemcpy2DToArrayAsync(musaArray_t dst, size_t wOffset, size_t hOffset,
                                               const void* src, size_t spitch, size_t width,
                                               size_t height, enum musaMemcpyKind kind,
                                               musaStream_t stream MUSART_DEFAULT(0));
MUSARTAPI musaError_t musaMemcpy2DFromArrayAsync(void* dst, size_t dpitch, musaArray_const_t src,
                                                 size_t wOffset, size_t hOffset, size_t width,
                                                 size_t height, enum musaMemcpyKind kind,
                                                 musaStream_t stream MUSART_DEFAULT(0));
MUSARTAPI musaError_t musaMemcpyToArray(musaArray_t dst, size_t wOffset, size_t hOffset,
                                        const void* src, size_t count, enum musaMemcpyKind kind);
MUSARTAPI musaError_t musaMemcpyFromArray(void* dst, musaArray_const_t src, size_t wOffset,
                                          size_t hOffset, size_t count, enum musaMemcpyKind kind);
MUSARTAPI musaError_t
musaMemcpyArrayToArray(musaArray_t dst, size_t wOffsetDst, size_t hOffsetDst, musaArray_const_t src,
                       size_t wOffsetSrc, size_t hOffsetSrc, size_t count,
                       enum musaMemcpyKind kind MUSART_DEFAULT(musaMemcpyDeviceToDevice));
MUSARTAPI musaError_t musaMemcpyToArrayAsync(musaArray_t dst, size_t wOffset, size_t hOffset,
                                             const void* src, size_t count,
                                             enum musaMemcpyKind kind,
                                             musaStream_t stream MUSART_DEFAULT(0));
MUSARTAPI musaError_t musaMemcpyFromArrayAsync(void* dst, musaArray_const_t src, size_t wOffset,
                                               size_t hOffset, size_t count,
                                               enum musaMemcpyKind kind,
                                               musaStream_t stream MUSART_DEFAULT(0));

#if defined(__cplusplus)
}
#endif
