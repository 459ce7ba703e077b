// Functions that compiled .mu files call before main to make their kernels and variables known, and around a
// launch written with <<<...>>>. musasim/kernel.h says what a fat binary holds here.
#pragma once

#include "driver_types.h"
#include "musasim/api/macros.h"
#include "surface_types.h"
#include "texture_types.h"

#if defined(__cplusplus)
extern "C" {
#endif

MUSARTAPI void** __musaRegisterFatBinary(void* fatBinary);
MUSARTAPI void __musaRegisterFatBinaryEnd(void** handle);
MUSARTAPI void __musaUnregisterFatBinary(void** handle);
MUSARTAPI char __musaInitModule(void** handle);

MUSARTAPI void __musaRegisterFunction(void** handle, const char* hostFunction, char* deviceFunction,
                                      const char* deviceName, int threadLimit, uint3* threadId,
                                      uint3* blockId, dim3* blockDim, dim3* gridDim, int* warpSize);
MUSARTAPI void __musaRegisterVar(void** handle, char* hostVariable, char* deviceAddress,
                                 const char* deviceName, int isExternal, size_t size,
                                 int isConstant, int isGlobal);
MUSARTAPI void __musaRegisterManagedVar(void** handle, void** hostVariable, char* deviceAddress,
                                        const char* deviceName, int isExternal, size_t size,
                                        int isConstant, int isGlobal);
MUSARTAPI void __musaRegisterTexture(void** handle, const struct textureReference* hostVariable,
                                     const void** deviceAddress, const char* deviceName,
                                     int dimensions, int isNormalized, int isExternal);
MUSARTAPI void __musaRegisterSurface(void** handle, const struct surfaceReference* hostVariable,
                                     const void** deviceAddress, const char* deviceName,
                                     int dimensions, int isExternal);

MUSARTAPI unsigned int __musaPushCallConfiguration(dim3 gridDim, dim3 blockDim,
                                                   size_t sharedMem MUSART_DEFAULT(0),
                                                   struct MUstream_st* stream MUSART_DEFAULT(0));
MUSARTAPI musaError_t __musaPopCallConfiguration(dim3* gridDim, dim3* blockDim, size_t* sharedMem,
                                                 void* stream);

#if defined(__cplusplus)
}
#endif
