// Allocation, pinned memory, handles for other processes, what is known of a pointer.
#pragma once

#include <stddef.h>

#include "musasim/driver/types/device.h"
#include "musasim/driver/types/memory.h"
#include "musasim/driver/types/result.h"
#include "musasim/driver/versions.h"

#include "musasim/driver/api_begin.h"

MUresult MUSAAPI muMemGetInfo(size_t* free, size_t* total);
MUresult MUSAAPI muMemAlloc(MUdeviceptr* dptr, size_t bytesize);
MUresult MUSAAPI muMemAllocPitch(MUdeviceptr* dptr, size_t* pPitch, size_t WidthInBytes,
                                 size_t Height, unsigned int ElementSizeBytes);
MUresult MUSAAPI muMemFree(MUdeviceptr dptr);
MUresult MUSAAPI muMemGetAddressRange(MUdeviceptr* pbase, size_t* psize, MUdeviceptr dptr);
MUresult MUSAAPI muMemAllocHost(void** pp, size_t bytesize);
MUresult MUSAAPI muMemFreeHost(void* p);
MUresult MUSAAPI muMemHostAlloc(void** pp, size_t bytesize, unsigned int Flags);
MUresult MUSAAPI muMemHostGetDevicePointer(MUdeviceptr* pdptr, void* p, unsigned int Flags);
MUresult MUSAAPI muMemHostGetFlags(unsigned int* pFlags, void* p);
MUresult MUSAAPI muMemAllocManaged(MUdeviceptr* dptr, size_t bytesize, unsigned int flags);
MUresult MUSAAPI muIpcGetEventHandle(MUipcEventHandle* pHandle, MUevent event);
MUresult MUSAAPI muIpcOpenEventHandle(MUevent* phEvent, MUipcEventHandle handle);
MUresult MUSAAPI muIpcGetMemHandle(MUipcMemHandle* pHandle, MUdeviceptr dptr);
MUresult MUSAAPI muIpcOpenMemHandle(MUdeviceptr* pdptr, MUipcMemHandle handle, unsigned int Flags);
MUresult MUSAAPI muIpcCloseMemHandle(MUdeviceptr dptr);
MUresult MUSAAPI muMemHostRegister(void* p, size_t bytesize, unsigned int Flags);
MUresult MUSAAPI muMemHostUnregister(void* p);
MUresult MUSAAPI muPointerGetAttribute(void* data, MUpointer_attribute attribute, MUdeviceptr ptr);
MUresult MUSAAPI muPointerSetAttribute(const void* value, MUpointer_attribute attribute,
                                       MUdeviceptr ptr);
MUresult MUSAAPI muPointerGetAttributes(unsigned int numAttributes, MUpointer_attribute* attributes,
                                        void** data, MUdeviceptr ptr);

#include "musasim/driver/api_end.h"
