// Contexts: the primary one of each device, created ones, the calling thread's stack.
#pragma once

#include <stddef.h>

#include "musasim/driver/types/basic.h"
#include "musasim/driver/types/device.h"
#include "musasim/driver/types/function.h"
#include "musasim/driver/types/result.h"
#include "musasim/driver/types/stream.h"
#include "musasim/driver/versions.h"

#include "musasim/driver/api_begin.h"

MUresult MUSAAPI muDevicePrimaryCtxRetain(MUcontext* pctx, MUdevice dev);
MUresult MUSAAPI muDevicePrimaryCtxRelease(MUdevice dev);
MUresult MUSAAPI muDevicePrimaryCtxSetFlags(MUdevice dev, unsigned int flags);
MUresult MUSAAPI muDevicePrimaryCtxGetState(MUdevice dev, unsigned int* flags, int* active);
MUresult MUSAAPI muDevicePrimaryCtxReset(MUdevice dev);
MUresult MUSAAPI muCtxCreate(MUcontext* pctx, unsigned int flags, MUdevice dev);
MUresult MUSAAPI muCtxCreate_v3(MUcontext* pctx, MUexecAffinityParam* paramsArray, int numParams,
                                unsigned int flags, MUdevice dev);
MUresult MUSAAPI muCtxDestroy(MUcontext ctx);
MUresult MUSAAPI muCtxPushCurrent(MUcontext ctx);
MUresult MUSAAPI muCtxPopCurrent(MUcontext* pctx);
MUresult MUSAAPI muCtxSetCurrent(MUcontext ctx);
MUresult MUSAAPI muCtxGetCurrent(MUcontext* pctx);
MUresult MUSAAPI muCtxGetDevice(MUdevice* device);
MUresult MUSAAPI muCtxGetFlags(unsigned int* flags);
MUresult MUSAAPI muCtxSetFlags(unsigned int flags);
MUresult MUSAAPI muCtxGetId(MUcontext ctx, unsigned long long* ctxId);
MUresult MUSAAPI muCtxSynchronize(void);
MUresult MUSAAPI muCtxSetLimit(MUlimit limit, size_t value);
MUresult MUSAAPI muCtxGetLimit(size_t* pvalue, MUlimit limit);
MUresult MUSAAPI muCtxGetCacheConfig(MUfunc_cache* pconfig);
MUresult MUSAAPI muCtxSetCacheConfig(MUfunc_cache config);
MUresult MUSAAPI muCtxGetSharedMemConfig(MUsharedconfig* pConfig);
MUresult MUSAAPI muCtxSetSharedMemConfig(MUsharedconfig config);
MUresult MUSAAPI muCtxGetApiVersion(MUcontext ctx, unsigned int* version);
MUresult MUSAAPI muCtxGetStreamPriorityRange(int* leastPriority, int* greatestPriority);
MUresult MUSAAPI muCtxResetPersistingL2Cache(void);
MUresult MUSAAPI muCtxGetExecAffinity(MUexecAffinityParam* pExecAffinity, MUexecAffinityType type);
MUresult MUSAAPI muCtxAttach(MUcontext* pctx, unsigned int flags);
MUresult MUSAAPI muCtxDetach(MUcontext ctx);
MUresult MUSAAPI muDeviceCanAccessPeer(int* canAccessPeer, MUdevice dev, MUdevice peerDev);
MUresult MUSAAPI muCtxEnablePeerAccess(MUcontext peerContext, unsigned int Flags);
MUresult MUSAAPI muCtxDisablePeerAccess(MUcontext peerContext);
MUresult MUSAAPI muDeviceGetP2PAttribute(int* value, MUdevice_P2PAttribute attrib,
                                         MUdevice srcDevice, MUdevice dstDevice);
MUresult MUSAAPI muCoredumpGetAttribute(MUcoredumpSettings attrib, void* value, size_t* size);
MUresult MUSAAPI muCoredumpGetAttributeGlobal(MUcoredumpSettings attrib, void* value, size_t* size);
MUresult MUSAAPI muCoredumpSetAttribute(MUcoredumpSettings attrib, void* value, size_t* size);
MUresult MUSAAPI muCoredumpSetAttributeGlobal(MUcoredumpSettings attrib, void* value, size_t* size);

#include "musasim/driver/api_end.h"
