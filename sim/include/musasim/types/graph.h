// Graphs: nodes, instantiation, update, debug output.
#pragma once

#include <stddef.h>

#include "musasim/types/external.h"
#include "musasim/types/handles.h"
#include "musasim/types/launch.h"
#include "musasim/types/memory.h"
#include "musasim/types/pool.h"
#include "musasim/types/stream.h"

struct musaHostNodeParams {
  musaHostFn_t fn;
  void* userData;
};

enum musaUserObjectFlags { musaUserObjectNoDestructorSync = 0x1 };

enum musaUserObjectRetainFlags { musaGraphUserObjectMove = 0x1 };

struct musaMemAllocNodeParams {
  struct musaMemPoolProps poolProps;
  const struct musaMemAccessDesc* accessDescs;
  size_t accessDescCount;
  size_t bytesize;
  void* dptr;
};

enum musaGraphMemAttributeType {
  musaGraphMemAttrUsedMemCurrent = 0x0,
  musaGraphMemAttrUsedMemHigh = 0x1,
  musaGraphMemAttrReservedMemCurrent = 0x2,
  musaGraphMemAttrReservedMemHigh = 0x3
};

// A kernel launch as a node.
struct musaKernelNodeParams {
  void* func;
  dim3 gridDim;
  dim3 blockDim;
  unsigned int sharedMemBytes;
  void** kernelParams;
  void** extra;
};

struct musaExternalSemaphoreSignalNodeParams {
  musaExternalSemaphore_t* extSemArray;
  const struct musaExternalSemaphoreSignalParams* paramsArray;
  unsigned int numExtSems;
};

struct musaExternalSemaphoreWaitNodeParams {
  musaExternalSemaphore_t* extSemArray;
  const struct musaExternalSemaphoreWaitParams* paramsArray;
  unsigned int numExtSems;
};

// Kinds of nodes.
enum musaGraphNodeType {
  musaGraphNodeTypeKernel = 0x00,
  musaGraphNodeTypeMemcpy = 0x01,
  musaGraphNodeTypeMemset = 0x02,
  musaGraphNodeTypeHost = 0x03,
  musaGraphNodeTypeGraph = 0x04,
  musaGraphNodeTypeEmpty = 0x05,
  musaGraphNodeTypeWaitEvent = 0x06,
  musaGraphNodeTypeEventRecord = 0x07,
  musaGraphNodeTypeExtSemaphoreSignal = 0x08,
  musaGraphNodeTypeExtSemaphoreWait = 0x09,
  musaGraphNodeTypeMemAlloc = 0x0a,
  musaGraphNodeTypeMemFree = 0x0b,
  musaGraphNodeTypeConditional = 0x0d,
  musaGraphNodeTypeCount
};

// Why an executable graph could not take the parameters of another one.
enum musaGraphExecUpdateResult {
  musaGraphExecUpdateSuccess = 0x0,
  musaGraphExecUpdateError = 0x1,
  musaGraphExecUpdateErrorTopologyChanged = 0x2,
  musaGraphExecUpdateErrorNodeTypeChanged = 0x3,
  musaGraphExecUpdateErrorFunctionChanged = 0x4,
  musaGraphExecUpdateErrorParametersChanged = 0x5,
  musaGraphExecUpdateErrorNotSupported = 0x6,
  musaGraphExecUpdateErrorUnsupportedFunctionChange = 0x7,
  musaGraphExecUpdateErrorAttributesChanged = 0x8
};

// Why a graph could not be instantiated.
typedef enum musaGraphInstantiateResult {
  musaGraphInstantiateSuccess = 0,
  musaGraphInstantiateError = 1,
  musaGraphInstantiateInvalidStructure = 2,
  musaGraphInstantiateNodeOperationNotSupported = 3,
  musaGraphInstantiateMultipleDevicesNotSupported = 4
} musaGraphInstantiateResult;

typedef struct musaGraphInstantiateParams_st {
  unsigned long long flags;
  musaStream_t uploadStream;
  musaGraphNode_t errNode_out;
  musaGraphInstantiateResult result_out;
} musaGraphInstantiateParams;

typedef struct musaGraphExecUpdateResultInfo_st {
  enum musaGraphExecUpdateResult result;
  musaGraphNode_t errorNode;
  musaGraphNode_t errorFromNode;
} musaGraphExecUpdateResultInfo;

enum musaGraphDebugDotFlags {
  musaGraphDebugDotFlagsVerbose = 1 << 0,
  musaGraphDebugDotFlagsKernelNodeParams = 1 << 2,
  musaGraphDebugDotFlagsMemcpyNodeParams = 1 << 3,
  musaGraphDebugDotFlagsMemsetNodeParams = 1 << 4,
  musaGraphDebugDotFlagsHostNodeParams = 1 << 5,
  musaGraphDebugDotFlagsEventNodeParams = 1 << 6,
  musaGraphDebugDotFlagsExtSemasSignalNodeParams = 1 << 7,
  musaGraphDebugDotFlagsExtSemasWaitNodeParams = 1 << 8,
  musaGraphDebugDotFlagsKernelNodeAttributes = 1 << 9,
  musaGraphDebugDotFlagsHandles = 1 << 10
};

enum musaGraphInstantiateFlags {
  musaGraphInstantiateFlagAutoFreeOnLaunch = 1,
  musaGraphInstantiateFlagUpload = 2,
  musaGraphInstantiateFlagDeviceLaunch = 4,
  musaGraphInstantiateFlagUseNodePriority = 8
};

// Ports and kind of an edge; all zero is the plain dependency.
typedef struct musaGraphEdgeData_st {
  unsigned char from_port;
  unsigned char to_port;
  unsigned char type;
  unsigned char reserved[5];
} musaGraphEdgeData;

#define musaGraphCondAssignDefault 1

enum musaGraphConditionalNodeType {
  musaGraphCondTypeIf = 0,
  musaGraphCondTypeWhile = 1,
  musaGraphCondTypeSwitch = 2
};

// Parameters of musaGraphAddNode, one struct a kind.
struct musaKernelNodeParamsV2 {
  void* func;
  dim3 gridDim;
  dim3 blockDim;
  unsigned int sharedMemBytes;
  void** kernelParams;
  void** extra;
};

struct musaMemcpyNodeParams {
  int flags;
  int reserved[3];
  struct musaMemcpy3DParms copyParams;
};

struct musaMemsetParamsV2 {
  void* dst;
  size_t pitch;
  unsigned int value;
  unsigned int elementSize;
  size_t width;
  size_t height;
};

struct musaHostNodeParamsV2 {
  musaHostFn_t fn;
  void* userData;
};

struct musaChildGraphNodeParams {
  musaGraph_t graph;
};

struct musaEventRecordNodeParams {
  musaEvent_t event;
};

struct musaEventWaitNodeParams {
  musaEvent_t event;
};

struct musaExternalSemaphoreSignalNodeParamsV2 {
  musaExternalSemaphore_t* extSemArray;
  const struct musaExternalSemaphoreSignalParams* paramsArray;
  unsigned int numExtSems;
};

struct musaExternalSemaphoreWaitNodeParamsV2 {
  musaExternalSemaphore_t* extSemArray;
  const struct musaExternalSemaphoreWaitParams* paramsArray;
  unsigned int numExtSems;
};

struct musaMemAllocNodeParamsV2 {
  struct musaMemPoolProps poolProps;
  const struct musaMemAccessDesc* accessDescs;
  size_t accessDescCount;
  size_t bytesize;
  void* dptr;
};

struct musaMemFreeNodeParams {
  void* dptr;
};

struct musaConditionalNodeParams {
  musaGraphConditionalHandle handle;
  enum musaGraphConditionalNodeType type;
  unsigned int size;
  musaGraph_t* phGraph_out;
};

struct musaGraphNodeParams {
  enum musaGraphNodeType type;
  int reserved0[3];
  // Fixed size, whatever kinds are added. Not C99, but every compiler takes it.
  __extension__ union {
    long long reserved1[29];
    struct musaKernelNodeParamsV2 kernel;
    struct musaMemcpyNodeParams memcpy;
    struct musaMemsetParamsV2 memset;
    struct musaHostNodeParamsV2 host;
    struct musaChildGraphNodeParams graph;
    struct musaEventWaitNodeParams eventWait;
    struct musaEventRecordNodeParams eventRecord;
    struct musaExternalSemaphoreSignalNodeParamsV2 extSemSignal;
    struct musaExternalSemaphoreWaitNodeParamsV2 extSemWait;
    struct musaMemAllocNodeParamsV2 alloc;
    struct musaMemFreeNodeParams free;
    struct musaConditionalNodeParams conditional;
  };
  long long reserved2;
};
