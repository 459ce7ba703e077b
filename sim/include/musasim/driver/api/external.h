// Memory and semaphores of other APIs, graphics.
#pragma once

#include <stddef.h>

#include "musasim/driver/types/external.h"
#include "musasim/driver/types/result.h"
#include "musasim/driver/versions.h"

#include "musasim/driver/api_begin.h"

MUresult MUSAAPI muImportExternalMemory(MUexternalMemory* extMem_out,
                                        const MUSA_EXTERNAL_MEMORY_HANDLE_DESC* memHandleDesc);
MUresult MUSAAPI
muExternalMemoryGetMappedBuffer(MUdeviceptr* devPtr, MUexternalMemory extMem,
                                const MUSA_EXTERNAL_MEMORY_BUFFER_DESC* bufferDesc);
MUresult MUSAAPI muExternalMemoryGetMappedMipmappedArray(
    MUmipmappedArray* mipmap, MUexternalMemory extMem,
    const MUSA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC* mipmapDesc);
MUresult MUSAAPI muDestroyExternalMemory(MUexternalMemory extMem);
MUresult MUSAAPI muImportExternalSemaphore(
    MUexternalSemaphore* extSem_out, const MUSA_EXTERNAL_SEMAPHORE_HANDLE_DESC* semHandleDesc);
MUresult MUSAAPI
muSignalExternalSemaphoresAsync(const MUexternalSemaphore* extSemArray,
                                const MUSA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS* paramsArray,
                                unsigned int numExtSems, MUstream stream);
MUresult MUSAAPI muWaitExternalSemaphoresAsync(
    const MUexternalSemaphore* extSemArray, const MUSA_EXTERNAL_SEMAPHORE_WAIT_PARAMS* paramsArray,
    unsigned int numExtSems, MUstream stream);
MUresult MUSAAPI muDestroyExternalSemaphore(MUexternalSemaphore extSem);
MUresult MUSAAPI muGraphicsUnregisterResource(MUgraphicsResource resource);
MUresult MUSAAPI muGraphicsSubResourceGetMappedArray(MUarray* pArray, MUgraphicsResource resource,
                                                     unsigned int arrayIndex,
                                                     unsigned int mipLevel);
MUresult MUSAAPI muGraphicsResourceGetMappedMipmappedArray(MUmipmappedArray* pMipmappedArray,
                                                           MUgraphicsResource resource);
MUresult MUSAAPI muGraphicsResourceGetMappedPointer(MUdeviceptr* pDevPtr, size_t* pSize,
                                                    MUgraphicsResource resource);
MUresult MUSAAPI muGraphicsResourceSetMapFlags(MUgraphicsResource resource, unsigned int flags);
MUresult MUSAAPI muGraphicsMapResources(unsigned int count, MUgraphicsResource* resources,
                                        MUstream hStream);
MUresult MUSAAPI muGraphicsUnmapResources(unsigned int count, MUgraphicsResource* resources,
                                          MUstream hStream);

#include "musasim/driver/api_end.h"
