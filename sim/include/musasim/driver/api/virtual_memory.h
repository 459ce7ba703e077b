// Virtual memory: addresses, physical memory, and mapping one to the other.
#pragma once

#include <stddef.h>

#include "musasim/driver/types/array.h"
#include "musasim/driver/types/memory.h"
#include "musasim/driver/types/result.h"
#include "musasim/driver/versions.h"

#include "musasim/driver/api_begin.h"

MUresult MUSAAPI muMemGetHandleForAddressRange(void* handle, MUdeviceptr dptr, size_t size,
                                               MUmemRangeHandleType handleType,
                                               unsigned long long flags);
MUresult MUSAAPI muMemAddressReserve(MUdeviceptr* ptr, size_t size, size_t alignment,
                                     MUdeviceptr addr, unsigned long long flags);
MUresult MUSAAPI muMemAddressFree(MUdeviceptr ptr, size_t size);
MUresult MUSAAPI muMemCreate(MUmemGenericAllocationHandle* handle, size_t size,
                             const MUmemAllocationProp* prop, unsigned long long flags);
MUresult MUSAAPI muMemRelease(MUmemGenericAllocationHandle handle);
MUresult MUSAAPI muMemMap(MUdeviceptr ptr, size_t size, size_t offset,
                          MUmemGenericAllocationHandle handle, unsigned long long flags);
MUresult MUSAAPI muMemMapArrayAsync(MUarrayMapInfo* mapInfoList, unsigned int count,
                                    MUstream hStream);
MUresult MUSAAPI muMemUnmap(MUdeviceptr ptr, size_t size);
MUresult MUSAAPI muMemSetAccess(MUdeviceptr ptr, size_t size, const MUmemAccessDesc* desc,
                                size_t count);
MUresult MUSAAPI muMemGetAccess(unsigned long long* flags, const MUmemLocation* location,
                                MUdeviceptr ptr);
MUresult MUSAAPI muMemExportToShareableHandle(void* shareableHandle,
                                              MUmemGenericAllocationHandle handle,
                                              MUmemAllocationHandleType handleType,
                                              unsigned long long flags);
MUresult MUSAAPI muMemImportFromShareableHandle(MUmemGenericAllocationHandle* handle,
                                                void* osHandle,
                                                MUmemAllocationHandleType shHandleType);
MUresult MUSAAPI muMemGetAllocationGranularity(size_t* granularity, const MUmemAllocationProp* prop,
                                               MUmemAllocationGranularity_flags option);
MUresult MUSAAPI muMemGetAllocationPropertiesFromHandle(MUmemAllocationProp* prop,
                                                        MUmemGenericAllocationHandle handle);
MUresult MUSAAPI muMemRetainAllocationHandle(MUmemGenericAllocationHandle* handle, void* addr);
MUresult MUSAAPI muMulticastCreate(MUmemGenericAllocationHandle* mcHandle,
                                   const MUmulticastObjectProp* prop);
MUresult MUSAAPI muMulticastAddDevice(MUmemGenericAllocationHandle mcHandle, MUdevice dev);
MUresult MUSAAPI muMulticastBindMem(MUmemGenericAllocationHandle mcHandle, size_t mcOffset,
                                    MUmemGenericAllocationHandle memHandle, size_t memOffset,
                                    size_t size, unsigned long long flags);
MUresult MUSAAPI muMulticastBindAddr(MUmemGenericAllocationHandle mcHandle, size_t mcOffset,
                                     MUdeviceptr memptr, size_t size, unsigned long long flags);
MUresult MUSAAPI muMulticastUnbind(MUmemGenericAllocationHandle mcHandle, MUdevice dev,
                                   size_t mcOffset, size_t size);
MUresult MUSAAPI muMulticastGetGranularity(size_t* granularity, const MUmulticastObjectProp* prop,
                                           MUmulticastGranularity_flags option);

#include "musasim/driver/api_end.h"
