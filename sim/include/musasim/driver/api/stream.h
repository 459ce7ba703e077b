// Streams, events, capture.
#pragma once

#include <stddef.h>

#include "musasim/driver/types/memory.h"
#include "musasim/driver/types/result.h"
#include "musasim/driver/types/stream.h"
#include "musasim/driver/versions.h"

#include "musasim/driver/api_begin.h"

MUresult MUSAAPI muStreamCreate(MUstream* phStream, unsigned int Flags);
MUresult MUSAAPI muStreamCreateWithPriority(MUstream* phStream, unsigned int flags, int priority);
MUresult MUSAAPI muStreamGetPriority(MUstream hStream, int* priority);
MUresult MUSAAPI muStreamGetFlags(MUstream hStream, unsigned int* flags);
MUresult MUSAAPI muStreamGetId(MUstream hStream, unsigned long long* streamId);
MUresult MUSAAPI muStreamGetCtx(MUstream hStream, MUcontext* pctx);
MUresult MUSAAPI muStreamWaitEvent(MUstream hStream, MUevent hEvent, unsigned int Flags);
MUresult MUSAAPI muStreamAddCallback(MUstream hStream, MUstreamCallback callback, void* userData,
                                     unsigned int flags);
MUresult MUSAAPI muStreamBeginCapture(MUstream hStream, MUstreamCaptureMode mode);
MUresult MUSAAPI muThreadExchangeStreamCaptureMode(MUstreamCaptureMode* mode);
MUresult MUSAAPI muStreamEndCapture(MUstream hStream, MUgraph* phGraph);
MUresult MUSAAPI muStreamIsCapturing(MUstream hStream, MUstreamCaptureStatus* captureStatus);
MUresult MUSAAPI muStreamGetCaptureInfo(MUstream hStream, MUstreamCaptureStatus* captureStatus_out,
                                        muuint64_t* id_out, MUgraph* graph_out,
                                        const MUgraphNode** dependencies_out,
                                        size_t* numDependencies_out);
MUresult MUSAAPI muStreamUpdateCaptureDependencies(MUstream hStream, MUgraphNode* dependencies,
                                                   size_t numDependencies, unsigned int flags);
MUresult MUSAAPI muStreamAttachMemAsync(MUstream hStream, MUdeviceptr dptr, size_t length,
                                        unsigned int flags);
MUresult MUSAAPI muStreamQuery(MUstream hStream);
MUresult MUSAAPI muStreamSynchronize(MUstream hStream);
MUresult MUSAAPI muStreamDestroy(MUstream hStream);
MUresult MUSAAPI muStreamCopyAttributes(MUstream dst, MUstream src);
MUresult MUSAAPI muStreamGetAttribute(MUstream hStream, MUstreamAttrID attr,
                                      MUstreamAttrValue* value_out);
MUresult MUSAAPI muStreamSetAttribute(MUstream hStream, MUstreamAttrID attr,
                                      const MUstreamAttrValue* value);
MUresult MUSAAPI muEventCreate(MUevent* phEvent, unsigned int Flags);
MUresult MUSAAPI muEventRecord(MUevent hEvent, MUstream hStream);
MUresult MUSAAPI muEventRecordWithFlags(MUevent hEvent, MUstream hStream, unsigned int flags);
MUresult MUSAAPI muEventQuery(MUevent hEvent);
MUresult MUSAAPI muEventSynchronize(MUevent hEvent);
MUresult MUSAAPI muEventDestroy(MUevent hEvent);
MUresult MUSAAPI muEventElapsedTime(float* pMilliseconds, MUevent hStart, MUevent hEnd);
MUresult MUSAAPI muStreamWaitValue32(MUstream stream, MUdeviceptr addr, muuint32_t value,
                                     unsigned int flags);
MUresult MUSAAPI muStreamWaitValue64(MUstream stream, MUdeviceptr addr, muuint64_t value,
                                     unsigned int flags);
MUresult MUSAAPI muStreamWriteValue32(MUstream stream, MUdeviceptr addr, muuint32_t value,
                                      unsigned int flags);
MUresult MUSAAPI muStreamWriteValue64(MUstream stream, MUdeviceptr addr, muuint64_t value,
                                      unsigned int flags);
MUresult MUSAAPI muStreamBatchMemOp(MUstream stream, unsigned int count,
                                    MUstreamBatchMemOpParams* paramArray, unsigned int flags);

#include "musasim/driver/api_end.h"
