// The versioned names behind the plain ones: muMemAlloc is the symbol muMemAlloc_v2, and with
// MUSA_API_PER_THREAD_DEFAULT_STREAM defined, functions that work on the default stream are those
// with _ptds and _ptsz in their names. The library exports the plain names too.
#pragma once

#if defined(MUSA_API_PER_THREAD_DEFAULT_STREAM)
#define MUSASIM_PTDS(name) name##_ptds
#define MUSASIM_PTSZ(name) name##_ptsz
#else
#define MUSASIM_PTDS(name) name
#define MUSASIM_PTSZ(name) name
#endif

#if !defined(MUSASIM_PLAIN_DRIVER_NAMES)
#define muDeviceTotalMem muDeviceTotalMem_v2
#define muCtxCreate muCtxCreate_v2
#define muModuleGetGlobal muModuleGetGlobal_v2
#define muMemGetInfo muMemGetInfo_v2
#define muMemAlloc muMemAlloc_v2
#define muMemAllocPitch muMemAllocPitch_v2
#define muMemFree muMemFree_v2
#define muMemGetAddressRange muMemGetAddressRange_v2
#define muMemAllocHost muMemAllocHost_v2
#define muMemHostGetDevicePointer muMemHostGetDevicePointer_v2
#define muMemcpyHtoD MUSASIM_PTDS(muMemcpyHtoD_v2)
#define muMemcpyDtoH MUSASIM_PTDS(muMemcpyDtoH_v2)
#define muMemcpyDtoD MUSASIM_PTDS(muMemcpyDtoD_v2)
#define muMemcpyDtoA MUSASIM_PTDS(muMemcpyDtoA_v2)
#define muMemcpyAtoD MUSASIM_PTDS(muMemcpyAtoD_v2)
#define muMemcpyHtoA MUSASIM_PTDS(muMemcpyHtoA_v2)
#define muMemcpyAtoH MUSASIM_PTDS(muMemcpyAtoH_v2)
#define muMemcpyAtoA MUSASIM_PTDS(muMemcpyAtoA_v2)
#define muMemcpyHtoAAsync MUSASIM_PTSZ(muMemcpyHtoAAsync_v2)
#define muMemcpyAtoHAsync MUSASIM_PTSZ(muMemcpyAtoHAsync_v2)
#define muMemcpy2D MUSASIM_PTDS(muMemcpy2D_v2)
#define muMemcpy2DUnaligned MUSASIM_PTDS(muMemcpy2DUnaligned_v2)
#define muMemcpy3D MUSASIM_PTDS(muMemcpy3D_v2)
#define muMemcpyHtoDAsync MUSASIM_PTSZ(muMemcpyHtoDAsync_v2)
#define muMemcpyDtoHAsync MUSASIM_PTSZ(muMemcpyDtoHAsync_v2)
#define muMemcpyDtoDAsync MUSASIM_PTSZ(muMemcpyDtoDAsync_v2)
#define muMemcpy2DAsync MUSASIM_PTSZ(muMemcpy2DAsync_v2)
#define muMemcpy3DAsync MUSASIM_PTSZ(muMemcpy3DAsync_v2)
#define muMemsetD8 MUSASIM_PTDS(muMemsetD8_v2)
#define muMemsetD16 MUSASIM_PTDS(muMemsetD16_v2)
#define muMemsetD32 MUSASIM_PTDS(muMemsetD32_v2)
#define muMemsetD2D8 MUSASIM_PTDS(muMemsetD2D8_v2)
#define muMemsetD2D16 MUSASIM_PTDS(muMemsetD2D16_v2)
#define muMemsetD2D32 MUSASIM_PTDS(muMemsetD2D32_v2)
#define muArrayCreate muArrayCreate_v2
#define muArrayGetDescriptor muArrayGetDescriptor_v2
#define muArray3DCreate muArray3DCreate_v2
#define muArray3DGetDescriptor muArray3DGetDescriptor_v2
#define muTexRefSetAddress muTexRefSetAddress_v2
#define muTexRefGetAddress muTexRefGetAddress_v2
#define muGraphicsResourceGetMappedPointer muGraphicsResourceGetMappedPointer_v2
#define muCtxDestroy muCtxDestroy_v2
#define muCtxPopCurrent muCtxPopCurrent_v2
#define muCtxPushCurrent muCtxPushCurrent_v2
#define muStreamDestroy muStreamDestroy_v2
#define muEventDestroy muEventDestroy_v2
#define muTexRefSetAddress2D muTexRefSetAddress2D_v3
#define muLinkCreate muLinkCreate_v2
#define muLinkAddData muLinkAddData_v2
#define muLinkAddFile muLinkAddFile_v2
#define muMemHostRegister muMemHostRegister_v2
#define muGraphicsResourceSetMapFlags muGraphicsResourceSetMapFlags_v2
#define muStreamBeginCapture MUSASIM_PTSZ(muStreamBeginCapture_v2)
#define muDevicePrimaryCtxRelease muDevicePrimaryCtxRelease_v2
#define muDevicePrimaryCtxReset muDevicePrimaryCtxReset_v2
#define muDevicePrimaryCtxSetFlags muDevicePrimaryCtxSetFlags_v2
#define muIpcOpenMemHandle muIpcOpenMemHandle_v2
#define muGraphInstantiate muGraphInstantiateWithFlags
#define muGraphExecUpdate muGraphExecUpdate_v2
#define muGetProcAddress muGetProcAddress_v2
#define muGraphAddKernelNode muGraphAddKernelNode_v2
#define muGraphKernelNodeGetParams muGraphKernelNodeGetParams_v2
#define muGraphKernelNodeSetParams muGraphKernelNodeSetParams_v2
#define muGraphExecKernelNodeSetParams muGraphExecKernelNodeSetParams_v2
#define muStreamWriteValue32 MUSASIM_PTSZ(muStreamWriteValue32_v2)
#define muStreamWaitValue32 MUSASIM_PTSZ(muStreamWaitValue32_v2)
#define muStreamWriteValue64 MUSASIM_PTSZ(muStreamWriteValue64_v2)
#define muStreamWaitValue64 MUSASIM_PTSZ(muStreamWaitValue64_v2)
#define muStreamBatchMemOp MUSASIM_PTSZ(muStreamBatchMemOp_v2)
#define muStreamGetCaptureInfo MUSASIM_PTSZ(muStreamGetCaptureInfo_v2)

#if defined(MUSA_API_PER_THREAD_DEFAULT_STREAM)
#define muStreamGetCaptureInfo_v2 MUSASIM_PTSZ(muStreamGetCaptureInfo_v2)
#define muMemcpy MUSASIM_PTDS(muMemcpy)
#define muMemcpyAsync MUSASIM_PTSZ(muMemcpyAsync)
#define muMemcpyPeer MUSASIM_PTDS(muMemcpyPeer)
#define muMemcpyPeerAsync MUSASIM_PTSZ(muMemcpyPeerAsync)
#define muMemcpy3DPeer MUSASIM_PTDS(muMemcpy3DPeer)
#define muMemcpy3DPeerAsync MUSASIM_PTSZ(muMemcpy3DPeerAsync)
#define muMemPrefetchAsync MUSASIM_PTSZ(muMemPrefetchAsync)
#define muMemsetD8Async MUSASIM_PTSZ(muMemsetD8Async)
#define muMemsetD16Async MUSASIM_PTSZ(muMemsetD16Async)
#define muMemsetD32Async MUSASIM_PTSZ(muMemsetD32Async)
#define muMemsetD2D8Async MUSASIM_PTSZ(muMemsetD2D8Async)
#define muMemsetD2D16Async MUSASIM_PTSZ(muMemsetD2D16Async)
#define muMemsetD2D32Async MUSASIM_PTSZ(muMemsetD2D32Async)
#define muStreamGetPriority MUSASIM_PTSZ(muStreamGetPriority)
#define muStreamGetId MUSASIM_PTSZ(muStreamGetId)
#define muStreamGetFlags MUSASIM_PTSZ(muStreamGetFlags)
#define muStreamGetCtx MUSASIM_PTSZ(muStreamGetCtx)
#define muStreamWaitEvent MUSASIM_PTSZ(muStreamWaitEvent)
#define muStreamEndCapture MUSASIM_PTSZ(muStreamEndCapture)
#define muStreamIsCapturing MUSASIM_PTSZ(muStreamIsCapturing)
#define muStreamUpdateCaptureDependencies MUSASIM_PTSZ(muStreamUpdateCaptureDependencies)
#define muStreamAddCallback MUSASIM_PTSZ(muStreamAddCallback)
#define muStreamAttachMemAsync MUSASIM_PTSZ(muStreamAttachMemAsync)
#define muStreamQuery MUSASIM_PTSZ(muStreamQuery)
#define muStreamSynchronize MUSASIM_PTSZ(muStreamSynchronize)
#define muEventRecord MUSASIM_PTSZ(muEventRecord)
#define muEventRecordWithFlags MUSASIM_PTSZ(muEventRecordWithFlags)
#define muLaunchKernel MUSASIM_PTSZ(muLaunchKernel)
#define muLaunchKernelEx MUSASIM_PTSZ(muLaunchKernelEx)
#define muLaunchHostFunc MUSASIM_PTSZ(muLaunchHostFunc)
#define muGraphicsMapResources MUSASIM_PTSZ(muGraphicsMapResources)
#define muGraphicsUnmapResources MUSASIM_PTSZ(muGraphicsUnmapResources)
#define muLaunchCooperativeKernel MUSASIM_PTSZ(muLaunchCooperativeKernel)
#define muSignalExternalSemaphoresAsync MUSASIM_PTSZ(muSignalExternalSemaphoresAsync)
#define muWaitExternalSemaphoresAsync MUSASIM_PTSZ(muWaitExternalSemaphoresAsync)
#define muGraphInstantiateWithParams MUSASIM_PTSZ(muGraphInstantiateWithParams)
#define muGraphUpload MUSASIM_PTSZ(muGraphUpload)
#define muGraphLaunch MUSASIM_PTSZ(muGraphLaunch)
#define muStreamCopyAttributes MUSASIM_PTSZ(muStreamCopyAttributes)
#define muStreamGetAttribute MUSASIM_PTSZ(muStreamGetAttribute)
#define muStreamSetAttribute MUSASIM_PTSZ(muStreamSetAttribute)
#define muMemMapArrayAsync MUSASIM_PTSZ(muMemMapArrayAsync)
#define muMemFreeAsync MUSASIM_PTSZ(muMemFreeAsync)
#define muMemAllocAsync MUSASIM_PTSZ(muMemAllocAsync)
#define muMemAllocFromPoolAsync MUSASIM_PTSZ(muMemAllocFromPoolAsync)
#endif
#endif
