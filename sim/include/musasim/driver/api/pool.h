// Memory pools and stream-ordered allocation.
#pragma once

#include <stddef.h>

#include "musasim/driver/types/memory.h"
#include "musasim/driver/types/result.h"
#include "musasim/driver/versions.h"

#include "musasim/driver/api_begin.h"

MUresult MUSAAPI muDeviceSetMemPool(MUdevice dev, MUmemoryPool pool);
MUresult MUSAAPI muDeviceGetMemPool(MUmemoryPool* pool, MUdevice dev);
MUresult MUSAAPI muDeviceGetDefaultMemPool(MUmemoryPool* pool_out, MUdevice dev);
MUresult MUSAAPI muMemFreeAsync(MUdeviceptr dptr, MUstream hStream);
MUresult MUSAAPI muMemAllocAsync(MUdeviceptr* dptr, size_t bytesize, MUstream hStream);
MUresult MUSAAPI muMemPoolTrimTo(MUmemoryPool pool, size_t minBytesToKeep);
MUresult MUSAAPI muMemPoolSetAttribute(MUmemoryPool pool, MUmemPool_attribute attr, void* value);
MUresult MUSAAPI muMemPoolGetAttribute(MUmemoryPool pool, MUmemPool_attribute attr, void* value);
MUresult MUSAAPI muMemPoolSetAccess(MUmemoryPool pool, const MUmemAccessDesc* map, size_t count);
MUresult MUSAAPI muMemPoolGetAccess(MUmemAccess_flags* flags, MUmemoryPool memPool,
                                    MUmemLocation* location);
MUresult MUSAAPI muMemPoolCreate(MUmemoryPool* pool, const MUmemPoolProps* poolProps);
MUresult MUSAAPI muMemPoolDestroy(MUmemoryPool pool);
MUresult MUSAAPI muMemAllocFromPoolAsync(MUdeviceptr* dptr, size_t bytesize, MUmemoryPool pool,
                                         MUstream hStream);
MUresult MUSAAPI muMemPoolExportToShareableHandle(void* handle_out, MUmemoryPool pool,
                                                  MUmemAllocationHandleType handleType,
                                                  unsigned long long flags);
MUresult MUSAAPI muMemPoolImportFromShareableHandle(MUmemoryPool* pool_out, void* handle,
                                                    MUmemAllocationHandleType handleType,
                                                    unsigned long long flags);
MUresult MUSAAPI muMemPoolExportPointer(MUmemPoolPtrExportData* shareData_out, MUdeviceptr ptr);
MUresult MUSAAPI muMemPoolImportPointer(MUdeviceptr* ptr_out, MUmemoryPool pool,
                                        MUmemPoolPtrExportData* shareData);

#include "musasim/driver/api_end.h"
