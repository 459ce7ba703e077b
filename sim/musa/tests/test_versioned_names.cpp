// The header's macros choose the newest version of each function: the tests call these.
#include <dlfcn.h>

#include "driver.h"

#define SAME(function, name) CHECK(reinterpret_cast<void*>(&function) == dlsym(RTLD_DEFAULT, name))

TEST(tests_call_the_newest_versions) {
  SAME(muArray3DCreate, "muArray3DCreate_v2");
  SAME(muArray3DGetDescriptor, "muArray3DGetDescriptor_v2");
  SAME(muArrayCreate, "muArrayCreate_v2");
  SAME(muArrayGetDescriptor, "muArrayGetDescriptor_v2");
  SAME(muCtxCreate, "muCtxCreate_v2");
  SAME(muCtxDestroy, "muCtxDestroy_v2");
  SAME(muCtxPopCurrent, "muCtxPopCurrent_v2");
  SAME(muCtxPushCurrent, "muCtxPushCurrent_v2");
  SAME(muDevicePrimaryCtxRelease, "muDevicePrimaryCtxRelease_v2");
  SAME(muDevicePrimaryCtxReset, "muDevicePrimaryCtxReset_v2");
  SAME(muDevicePrimaryCtxSetFlags, "muDevicePrimaryCtxSetFlags_v2");
  SAME(muDeviceTotalMem, "muDeviceTotalMem_v2");
  SAME(muEventDestroy, "muEventDestroy_v2");
  SAME(muGetProcAddress, "muGetProcAddress_v2");
  SAME(muGraphAddKernelNode, "muGraphAddKernelNode_v2");
  SAME(muGraphExecKernelNodeSetParams, "muGraphExecKernelNodeSetParams_v2");
  SAME(muGraphExecUpdate, "muGraphExecUpdate_v2");
  SAME(muGraphInstantiate, "muGraphInstantiateWithFlags");
  SAME(muGraphKernelNodeGetParams, "muGraphKernelNodeGetParams_v2");
  SAME(muGraphKernelNodeSetParams, "muGraphKernelNodeSetParams_v2");
  SAME(muIpcOpenMemHandle, "muIpcOpenMemHandle_v2");
  SAME(muMemAlloc, "muMemAlloc_v2");
  SAME(muMemAllocHost, "muMemAllocHost_v2");
  SAME(muMemAllocPitch, "muMemAllocPitch_v2");
  SAME(muMemFree, "muMemFree_v2");
  SAME(muMemGetAddressRange, "muMemGetAddressRange_v2");
  SAME(muMemGetInfo, "muMemGetInfo_v2");
  SAME(muMemHostGetDevicePointer, "muMemHostGetDevicePointer_v2");
  SAME(muMemHostRegister, "muMemHostRegister_v2");
  SAME(muMemcpy2D, "muMemcpy2D_v2");
  SAME(muMemcpy2DAsync, "muMemcpy2DAsync_v2");
  SAME(muMemcpy2DUnaligned, "muMemcpy2DUnaligned_v2");
  SAME(muMemcpy3D, "muMemcpy3D_v2");
  SAME(muMemcpy3DAsync, "muMemcpy3DAsync_v2");
  SAME(muMemcpyAtoA, "muMemcpyAtoA_v2");
  SAME(muMemcpyAtoD, "muMemcpyAtoD_v2");
  SAME(muMemcpyAtoH, "muMemcpyAtoH_v2");
  SAME(muMemcpyAtoHAsync, "muMemcpyAtoHAsync_v2");
  SAME(muMemcpyDtoA, "muMemcpyDtoA_v2");
  SAME(muMemcpyDtoD, "muMemcpyDtoD_v2");
  SAME(muMemcpyDtoDAsync, "muMemcpyDtoDAsync_v2");
  SAME(muMemcpyDtoH, "muMemcpyDtoH_v2");
  SAME(muMemcpyDtoHAsync, "muMemcpyDtoHAsync_v2");
  SAME(muMemcpyHtoA, "muMemcpyHtoA_v2");
  SAME(muMemcpyHtoAAsync, "muMemcpyHtoAAsync_v2");
  SAME(muMemcpyHtoD, "muMemcpyHtoD_v2");
  SAME(muMemcpyHtoDAsync, "muMemcpyHtoDAsync_v2");
  SAME(muMemsetD16, "muMemsetD16_v2");
  SAME(muMemsetD2D16, "muMemsetD2D16_v2");
  SAME(muMemsetD2D32, "muMemsetD2D32_v2");
  SAME(muMemsetD2D8, "muMemsetD2D8_v2");
  SAME(muMemsetD32, "muMemsetD32_v2");
  SAME(muMemsetD8, "muMemsetD8_v2");
  SAME(muModuleGetGlobal, "muModuleGetGlobal_v2");
  SAME(muStreamBatchMemOp, "muStreamBatchMemOp_v2");
  SAME(muStreamBeginCapture, "muStreamBeginCapture_v2");
  SAME(muStreamDestroy, "muStreamDestroy_v2");
  SAME(muStreamGetCaptureInfo, "muStreamGetCaptureInfo_v2");
  SAME(muStreamWaitValue32, "muStreamWaitValue32_v2");
  SAME(muStreamWaitValue64, "muStreamWaitValue64_v2");
  SAME(muStreamWriteValue32, "muStreamWriteValue32_v2");
  SAME(muStreamWriteValue64, "muStreamWriteValue64_v2");
}

TEST_MAIN()
