// The tests of copies, streams and graphs again, through the functions with _ptds and _ptsz in their
// names: stream 0 is the thread's own.
#define MUSA_API_PER_THREAD_DEFAULT_STREAM
#include <dlfcn.h>

#include "every_test.h"

#define SAME(function, name) CHECK(reinterpret_cast<void*>(&function) == dlsym(RTLD_DEFAULT, name))

TEST(tests_call_the_per_thread_functions) {
  SAME(muEventRecord, "muEventRecord_ptsz");
  SAME(muEventRecordWithFlags, "muEventRecordWithFlags_ptsz");
  SAME(muGraphInstantiateWithParams, "muGraphInstantiateWithParams_ptsz");
  SAME(muGraphLaunch, "muGraphLaunch_ptsz");
  SAME(muGraphUpload, "muGraphUpload_ptsz");
  SAME(muLaunchCooperativeKernel, "muLaunchCooperativeKernel_ptsz");
  SAME(muLaunchHostFunc, "muLaunchHostFunc_ptsz");
  SAME(muLaunchKernel, "muLaunchKernel_ptsz");
  SAME(muLaunchKernelEx, "muLaunchKernelEx_ptsz");
  SAME(muMemAllocAsync, "muMemAllocAsync_ptsz");
  SAME(muMemAllocFromPoolAsync, "muMemAllocFromPoolAsync_ptsz");
  SAME(muMemFreeAsync, "muMemFreeAsync_ptsz");
  SAME(muMemPrefetchAsync, "muMemPrefetchAsync_ptsz");
  SAME(muMemcpy, "muMemcpy_ptds");
  SAME(muMemcpy2D, "muMemcpy2D_v2_ptds");
  SAME(muMemcpy2DAsync, "muMemcpy2DAsync_v2_ptsz");
  SAME(muMemcpy2DUnaligned, "muMemcpy2DUnaligned_v2_ptds");
  SAME(muMemcpy3D, "muMemcpy3D_v2_ptds");
  SAME(muMemcpy3DAsync, "muMemcpy3DAsync_v2_ptsz");
  SAME(muMemcpy3DPeer, "muMemcpy3DPeer_ptds");
  SAME(muMemcpy3DPeerAsync, "muMemcpy3DPeerAsync_ptsz");
  SAME(muMemcpyAsync, "muMemcpyAsync_ptsz");
  SAME(muMemcpyAtoA, "muMemcpyAtoA_v2_ptds");
  SAME(muMemcpyAtoD, "muMemcpyAtoD_v2_ptds");
  SAME(muMemcpyAtoH, "muMemcpyAtoH_v2_ptds");
  SAME(muMemcpyAtoHAsync, "muMemcpyAtoHAsync_v2_ptsz");
  SAME(muMemcpyDtoA, "muMemcpyDtoA_v2_ptds");
  SAME(muMemcpyDtoD, "muMemcpyDtoD_v2_ptds");
  SAME(muMemcpyDtoDAsync, "muMemcpyDtoDAsync_v2_ptsz");
  SAME(muMemcpyDtoH, "muMemcpyDtoH_v2_ptds");
  SAME(muMemcpyDtoHAsync, "muMemcpyDtoHAsync_v2_ptsz");
  SAME(muMemcpyHtoA, "muMemcpyHtoA_v2_ptds");
  SAME(muMemcpyHtoAAsync, "muMemcpyHtoAAsync_v2_ptsz");
  SAME(muMemcpyHtoD, "muMemcpyHtoD_v2_ptds");
  SAME(muMemcpyHtoDAsync, "muMemcpyHtoDAsync_v2_ptsz");
  SAME(muMemcpyPeer, "muMemcpyPeer_ptds");
  SAME(muMemcpyPeerAsync, "muMemcpyPeerAsync_ptsz");
  SAME(muMemsetD16, "muMemsetD16_v2_ptds");
  SAME(muMemsetD16Async, "muMemsetD16Async_ptsz");
  SAME(muMemsetD2D16, "muMemsetD2D16_v2_ptds");
  SAME(muMemsetD2D16Async, "muMemsetD2D16Async_ptsz");
  SAME(muMemsetD2D32, "muMemsetD2D32_v2_ptds");
  SAME(muMemsetD2D32Async, "muMemsetD2D32Async_ptsz");
  SAME(muMemsetD2D8, "muMemsetD2D8_v2_ptds");
  SAME(muMemsetD2D8Async, "muMemsetD2D8Async_ptsz");
  SAME(muMemsetD32, "muMemsetD32_v2_ptds");
  SAME(muMemsetD32Async, "muMemsetD32Async_ptsz");
  SAME(muMemsetD8, "muMemsetD8_v2_ptds");
  SAME(muMemsetD8Async, "muMemsetD8Async_ptsz");
  SAME(muStreamAddCallback, "muStreamAddCallback_ptsz");
  SAME(muStreamAttachMemAsync, "muStreamAttachMemAsync_ptsz");
  SAME(muStreamBatchMemOp, "muStreamBatchMemOp_v2_ptsz");
  SAME(muStreamBeginCapture, "muStreamBeginCapture_v2_ptsz");
  SAME(muStreamCopyAttributes, "muStreamCopyAttributes_ptsz");
  SAME(muStreamEndCapture, "muStreamEndCapture_ptsz");
  SAME(muStreamGetAttribute, "muStreamGetAttribute_ptsz");
  SAME(muStreamGetCaptureInfo, "muStreamGetCaptureInfo_v2_ptsz");
  SAME(muStreamGetCtx, "muStreamGetCtx_ptsz");
  SAME(muStreamGetFlags, "muStreamGetFlags_ptsz");
  SAME(muStreamGetId, "muStreamGetId_ptsz");
  SAME(muStreamGetPriority, "muStreamGetPriority_ptsz");
  SAME(muStreamIsCapturing, "muStreamIsCapturing_ptsz");
  SAME(muStreamQuery, "muStreamQuery_ptsz");
  SAME(muStreamSetAttribute, "muStreamSetAttribute_ptsz");
  SAME(muStreamSynchronize, "muStreamSynchronize_ptsz");
  SAME(muStreamUpdateCaptureDependencies, "muStreamUpdateCaptureDependencies_ptsz");
  SAME(muStreamWaitEvent, "muStreamWaitEvent_ptsz");
  SAME(muStreamWaitValue32, "muStreamWaitValue32_v2_ptsz");
  SAME(muStreamWaitValue64, "muStreamWaitValue64_v2_ptsz");
  SAME(muStreamWriteValue32, "muStreamWriteValue32_v2_ptsz");
  SAME(muStreamWriteValue64, "muStreamWriteValue64_v2_ptsz");
}

TEST(stream_0_is_the_threads_own) {
  // A blocking stream does not hold it up, as it would the legacy stream.
  const Stream stream(MU_STREAM_DEFAULT);
  const Memory memory(4);
  OK(muStreamWaitValue32(stream.handle, memory.at, 1, MU_STREAM_WAIT_VALUE_EQ));
  int value = 0;
  OK(muLaunchHostFunc(nullptr, [](void* data) { *static_cast<int*>(data) = 1; }, &value));
  OK(muStreamSynchronize(nullptr));
  EQUAL(value, 1);
  OK(muStreamWriteValue32(nullptr, memory.at, 1, 0));
  OK(muStreamSynchronize(stream.handle));
}

int main(int argc, char** argv) { return ::testing::run_all(argc, argv); }
