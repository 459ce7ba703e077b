// Memory and semaphores of other APIs.
#pragma once

#include "driver_types.h"
#include "musasim/api/macros.h"

#if defined(__cplusplus)
extern "C" {
#endif

MUSARTAPI musaError_t musaImportExternalMemory(
    musaExternalMemory_t* extMem_out, const struct musaExternalMemoryHandleDesc* memHandleDesc);
MUSARTAPI musaError_t
musaExternalMemoryGetMappedBuffer(void** devPtr, musaExternalMemory_t extMem,
                                  const struct musaExternalMemoryBufferDesc* bufferDesc);
MUSARTAPI musaError_t musaExternalMemoryGetMappedMipmappedArray(
    musaMipmappedArray_t* mipmap, musaExternalMemory_t extMem,
    const struct musaExternalMemoryMipmappedArrayDesc* mipmapDesc);
MUSARTAPI musaError_t musaDestroyExternalMemory(musaExternalMemory_t extMem);
MUSARTAPI musaError_t
musaImportExternalSemaphore(musaExternalSemaphore_t* extSem_out,
                            const struct musaExternalSemaphoreHandleDesc* semHandleDesc);
MUSARTAPI musaError_t musaSignalExternalSemaphoresAsync_v2(
    const musaExternalSemaphore_t* extSemArray,
    const struct musaExternalSemaphoreSignalParams* paramsArray, unsigned int numExtSems,
    musaStream_t stream MUSART_DEFAULT(0));
MUSARTAPI musaError_t
musaWaitExternalSemaphoresAsync_v2(const musaExternalSemaphore_t* extSemArray,
                                   const struct musaExternalSemaphoreWaitParams* paramsArray,
                                   unsigned int numExtSems, musaStream_t stream MUSART_DEFAULT(0));
MUSARTAPI musaError_t musaDestroyExternalSemaphore(musaExternalSemaphore_t extSem);
MUSARTAPI musaError_t
musaSignalExternalSemaphoresAsync(const musaExternalSemaphore_t* extSemArray,
                                  const struct musaExternalSemaphoreSignalParams_v1* paramsArray,
                                  unsigned int numExtSems, musaStream_t stream MUSART_DEFAULT(0));
MUSARTAPI musaError_t
musaWaitExternalSemaphoresAsync(const musaExternalSemaphore_t* extSemArray,
                                const struct musaExternalSemaphoreWaitParams_v1* paramsArray,
                                unsigned int numExtSems, musaStream_t stream MUSART_DEFAULT(0));

#if defined(__cplusplus)
}
#endif
