// Launching kernels; their attributes.
#pragma once

#include "driver_types.h"
#include "musasim/api/macros.h"

#if defined(__cplusplus)
extern "C" {
#endif

MUSARTAPI musaError_t musaLaunchKernel(const void* func, dim3 gridDim, dim3 blockDim, void** args,
                                       size_t sharedMem, musaStream_t stream);
MUSARTAPI musaError_t musaLaunchKernelExC(const musaLaunchConfig_t* config, const void* func,
                                          void** args);
MUSARTAPI musaError_t musaLaunchCooperativeKernel(const void* func, dim3 gridDim, dim3 blockDim,
                                                  void** args, size_t sharedMem,
                                                  musaStream_t stream);
MUSARTAPI musaError_t musaLaunchCooperativeKernelMultiDevice(
    struct musaLaunchParams* launchParamsList, unsigned int numDevices,
    unsigned int flags MUSART_DEFAULT(0));
MUSARTAPI musaError_t musaFuncSetCacheConfig(const void* func, enum musaFuncCache cacheConfig);
MUSARTAPI musaError_t musaFuncSetSharedMemConfig(const void* func, enum musaSharedMemConfig config);
MUSARTAPI musaError_t musaFuncGetAttributes(struct musaFuncAttributes* attr, const void* func);
MUSARTAPI musaError_t musaFuncSetAttribute(const void* func, enum musaFuncAttribute attr,
                                           int value);
MUSARTAPI musaError_t musaSetDoubleForDevice(double* d);
MUSARTAPI musaError_t musaSetDoubleForHost(double* d);
MUSARTAPI musaError_t musaGetFuncBySymbol(musaFunction_t* functionPtr, const void* symbolPtr);
MUSARTAPI musaError_t musaFuncGetName(const char** name, const void* func);
MUSARTAPI musaError_t musaFuncGetParamInfo(const void* func, size_t paramIndex, size_t* paramOffset,
                                           size_t* paramSize);
MUSARTAPI musaError_t musaSetupArgument(const void* arg, size_t size, size_t offset);
MUSARTAPI musaError_t musaConfigureCall(dim3 gridDim, dim3 blockDim,
                                        size_t sharedMem MUSART_DEFAULT(0),
                                        musaStream_t stream MUSART_DEFAULT(0));
MUSARTAPI musaError_t musaLaunch(const void* func);

#if defined(__cplusplus)
}
#endif
