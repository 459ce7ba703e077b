// Devices: choosing, asking, limits, modes.
#pragma once

#include "driver_types.h"
#include "musasim/api/macros.h"

#if defined(__cplusplus)
extern "C" {
#endif

MUSARTAPI musaError_t musaDeviceReset(void);
MUSARTAPI musaError_t musaDeviceSynchronize(void);
MUSARTAPI musaError_t musaDeviceSetLimit(enum musaLimit limit, size_t value);
MUSARTAPI musaError_t musaDeviceGetLimit(size_t* pValue, enum musaLimit limit);
MUSARTAPI musaError_t musaDeviceGetCacheConfig(enum musaFuncCache* pCacheConfig);
MUSARTAPI musaError_t musaDeviceGetStreamPriorityRange(int* leastPriority, int* greatestPriority);
MUSARTAPI musaError_t musaDeviceSetCacheConfig(enum musaFuncCache cacheConfig);
MUSARTAPI musaError_t musaDeviceGetSharedMemConfig(enum musaSharedMemConfig* pConfig);
MUSARTAPI musaError_t musaDeviceSetSharedMemConfig(enum musaSharedMemConfig config);
MUSARTAPI musaError_t musaDeviceGetByPCIBusId(int* device, const char* pciBusId);
MUSARTAPI musaError_t musaDeviceGetPCIBusId(char* pciBusId, int len, int device);
MUSARTAPI musaError_t musaDeviceFlushGPUDirectRDMAWrites(
    enum musaFlushGPUDirectRDMAWritesTarget target, enum musaFlushGPUDirectRDMAWritesScope scope);
MUSARTAPI musaError_t musaGetDeviceCount(int* count);
MUSARTAPI musaError_t musaGetDeviceProperties_v2(struct musaDeviceProp* prop, int device);
MUSARTAPI musaError_t musaDeviceGetAttribute(int* value, enum musaDeviceAttr attr, int device);
MUSARTAPI musaError_t musaDeviceGetMtSciSyncAttributes(void* mtSciSyncAttrList, int device,
                                                       int flags);
MUSARTAPI musaError_t musaChooseDevice(int* device, const struct musaDeviceProp* prop);
MUSARTAPI musaError_t musaInitDevice(int device, unsigned int deviceFlags, unsigned int flags);
MUSARTAPI musaError_t musaSetDevice(int device);
MUSARTAPI musaError_t musaGetDevice(int* device);
MUSARTAPI musaError_t musaSetValidDevices(int* device_arr, int len);
MUSARTAPI musaError_t musaSetDeviceFlags(unsigned int flags);
MUSARTAPI musaError_t musaGetDeviceFlags(unsigned int* flags);
MUSARTAPI musaError_t musaGetDeviceProperties(struct musaDeviceProp* prop, int device);
MUSARTAPI musaError_t musaDeviceRegisterAsyncNotification(int device,
                                                          musaAsyncCallback callbackFunc,
                                                          void* userData,
                                                          musaAsyncCallbackHandle_t* callback);
MUSARTAPI musaError_t musaDeviceUnregisterAsyncNotification(int device,
                                                            musaAsyncCallbackHandle_t callback);

#if defined(__cplusplus)
}
#endif
