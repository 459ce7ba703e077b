// Devices and what they can do.
#pragma once

#include <stddef.h>

#include "musasim/driver/types/array.h"
#include "musasim/driver/types/device.h"
#include "musasim/driver/types/function.h"
#include "musasim/driver/types/memory.h"
#include "musasim/driver/types/result.h"
#include "musasim/driver/versions.h"

#include "musasim/driver/api_begin.h"

MUresult MUSAAPI muDeviceGet(MUdevice* device, int ordinal);
MUresult MUSAAPI muDeviceGetCount(int* count);
MUresult MUSAAPI muDeviceGetName(char* name, int len, MUdevice dev);
MUresult MUSAAPI muDeviceGetUuid(MUuuid* uuid, MUdevice dev);
MUresult MUSAAPI muDeviceGetUuid_v2(MUuuid* uuid, MUdevice dev);
MUresult MUSAAPI muDeviceGetLuid(char* luid, unsigned int* deviceNodeMask, MUdevice dev);
MUresult MUSAAPI muDeviceTotalMem(size_t* bytes, MUdevice dev);
MUresult MUSAAPI muDeviceGetTexture1DLinearMaxWidth(size_t* maxWidthInElements,
                                                    MUarray_format format, unsigned numChannels,
                                                    MUdevice dev);
MUresult MUSAAPI muDeviceGetAttribute(int* pi, MUdevice_attribute attrib, MUdevice dev);
MUresult MUSAAPI muDeviceGetMtSciSyncAttributes(void* mtSciSyncAttrList, MUdevice dev, int flags);
MUresult MUSAAPI muDeviceGetExecAffinitySupport(int* pi, MUexecAffinityType type, MUdevice dev);
MUresult MUSAAPI muDeviceGetProperties(MUdevprop* prop, MUdevice dev);
MUresult MUSAAPI muDeviceComputeCapability(int* major, int* minor, MUdevice dev);
MUresult MUSAAPI muDeviceGetByPCIBusId(MUdevice* dev, const char* pciBusId);
MUresult MUSAAPI muDeviceGetPCIBusId(char* pciBusId, int len, MUdevice dev);

#include "musasim/driver/api_end.h"
