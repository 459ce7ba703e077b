// Copies, fills, hints for managed memory.
#pragma once

#include <stddef.h>

#include "musasim/driver/types/memory.h"
#include "musasim/driver/types/result.h"
#include "musasim/driver/versions.h"

#include "musasim/driver/api_begin.h"

MUresult MUSAAPI muMemcpy(MUdeviceptr dst, MUdeviceptr src, size_t ByteCount);
MUresult MUSAAPI muMemcpyPeer(MUdeviceptr dstDevice, MUcontext dstContext, MUdeviceptr srcDevice,
                              MUcontext srcContext, size_t ByteCount);
MUresult MUSAAPI muMemcpyHtoD(MUdeviceptr dstDevice, const void* srcHost, size_t ByteCount);
MUresult MUSAAPI muMemcpyDtoH(void* dstHost, MUdeviceptr srcDevice, size_t ByteCount);
MUresult MUSAAPI muMemcpyDtoD(MUdeviceptr dstDevice, MUdeviceptr srcDevice, size_t ByteCount);
MUresult MUSAAPI muMemcpyDtoA(MUarray dstArray, size_t dstOffset, MUdeviceptr srcDevice,
                              size_t ByteCount);
MUresult MUSAAPI muMemcpyAtoD(MUdeviceptr dstDevice, MUarray srcArray, size_t srcOffset,
                              size_t ByteCount);
MUresult MUSAAPI muMemcpyHtoA(MUarray dstArray, size_t dstOffset, const void* srcHost,
                              size_t ByteCount);
MUresult MUSAAPI muMemcpyAtoH(void* dstHost, MUarray srcArray, size_t srcOffset, size_t ByteCount);
MUresult MUSAAPI muMemcpyAtoA(MUarray dstArray, size_t dstOffset, MUarray srcArray,
                              size_t srcOffset, size_t ByteCount);
MUresult MUSAAPI muMemcpy2D(const MUSA_MEMCPY2D* pCopy);
MUresult MUSAAPI muMemcpy2DUnaligned(const MUSA_MEMCPY2D* pCopy);
MUresult MUSAAPI muMemcpy3D(const MUSA_MEMCPY3D* pCopy);
MUresult MUSAAPI muMemcpy3DPeer(const MUSA_MEMCPY3D_PEER* pCopy);
MUresult MUSAAPI muMemcpyAsync(MUdeviceptr dst, MUdeviceptr src, size_t ByteCount,
                               MUstream hStream);
MUresult MUSAAPI muMemcpyPeerAsync(MUdeviceptr dstDevice, MUcontext dstContext,
                                   MUdeviceptr srcDevice, MUcontext srcContext, size_t ByteCount,
                                   MUstream hStream);
MUresult MUSAAPI muMemcpyHtoDAsync(MUdeviceptr dstDevice, const void* srcHost, size_t ByteCount,
                                   MUstream hStream);
MUresult MUSAAPI muMemcpyDtoHAsync(void* dstHost, MUdeviceptr srcDevice, size_t ByteCount,
                                   MUstream hStream);
MUresult MUSAAPI muMemcpyDtoDAsync(MUdeviceptr dstDevice, MUdeviceptr srcDevice, size_t ByteCount,
                                   MUstream hStream);
MUresult MUSAAPI muMemcpyHtoAAsync(MUarray dstArray, size_t dstOffset, const void* srcHost,
                                   size_t ByteCount, MUstream hStream);
MUresult MUSAAPI muMemcpyAtoHAsync(void* dstHost, MUarray srcArray, size_t srcOffset,
                                   size_t ByteCount, MUstream hStream);
MUresult MUSAAPI muMemcpy2DAsync(const MUSA_MEMCPY2D* pCopy, MUstream hStream);
MUresult MUSAAPI muMemcpy3DAsync(const MUSA_MEMCPY3D* pCopy, MUstream hStream);
MUresult MUSAAPI muMemcpy3DPeerAsync(const MUSA_MEMCPY3D_PEER* pCopy, MUstream hStream);
MUresult MUSAAPI muMemsetD8(MUdeviceptr dstDevice, unsigned char uc, size_t N);
MUresult MUSAAPI muMemsetD16(MUdeviceptr dstDevice, unsigned short us, size_t N);
MUresult MUSAAPI muMemsetD32(MUdeviceptr dstDevice, unsigned int ui, size_t N);
MUresult MUSAAPI muMemsetD2D8(MUdeviceptr dstDevice, size_t dstPitch, unsigned char uc,
                              size_t Width, size_t Height);
MUresult MUSAAPI muMemsetD2D16(MUdeviceptr dstDevice, size_t dstPitch, unsigned short us,
                               size_t Width, size_t Height);
MUresult MUSAAPI muMemsetD2D32(MUdeviceptr dstDevice, size_t dstPitch, unsigned int ui,
                               size_t Width, size_t Height);
MUresult MUSAAPI muMemsetD8Async(MUdeviceptr dstDevice, unsigned char uc, size_t N,
                                 MUstream hStream);
MUresult MUSAAPI muMemsetD16Async(MUdeviceptr dstDevice, unsigned short us, size_t N,
                                  MUstream hStream);
MUresult MUSAAPI muMemsetD32Async(MUdeviceptr dstDevice, unsigned int ui, size_t N,
                                  MUstream hStream);
MUresult MUSAAPI muMemsetD2D8Async(MUdeviceptr dstDevice, size_t dstPitch, unsigned char uc,
                                   size_t Width, size_t Height, MUstream hStream);
MUresult MUSAAPI muMemsetD2D16Async(MUdeviceptr dstDevice, size_t dstPitch, unsigned short us,
                                    size_t Width, size_t Height, MUstream hStream);
MUresult MUSAAPI muMemsetD2D32Async(MUdeviceptr dstDevice, size_t dstPitch, unsigned int ui,
                                    size_t Width, size_t Height, MUstream hStream);
MUresult MUSAAPI muMemPrefetchAsync(MUdeviceptr devPtr, size_t count, MUdevice dstDevice,
                                    MUstream hStream);
MUresult MUSAAPI muMemAdvise(MUdeviceptr devPtr, size_t count, MUmem_advise advice,
                             MUdevice device);
MUresult MUSAAPI muMemRangeGetAttribute(void* data, size_t dataSize,
                                        MUmem_range_attribute attribute, MUdeviceptr devPtr,
                                        size_t count);
MUresult MUSAAPI muMemRangeGetAttributes(void** data, size_t* dataSizes,
                                         MUmem_range_attribute* attributes, size_t numAttributes,
                                         MUdeviceptr devPtr, size_t count);
MUresult MUSAAPI muMemcpyBatchAsync(MUdeviceptr* dsts, MUdeviceptr* srcs, size_t* sizes,
                                    size_t count, MUmemcpyAttributes* attrs, size_t* attrsIdxs,
                                    size_t numAttrs, size_t* failIdx, MUstream hStream);
// The platform's own name for the same (SDK 5.2).
MUresult MUSAAPI muMemoryTransferBatchAsync(MUdeviceptr* dsts, MUdeviceptr* srcs, size_t* sizes,
                                            size_t count, MUmemcpyAttributes* attrs,
                                            size_t* attrsIdxs, size_t numAttrs, size_t* failIdx,
                                            MUstream hStream);

#include "musasim/driver/api_end.h"
