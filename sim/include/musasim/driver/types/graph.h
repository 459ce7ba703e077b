// Graphs: parameters of nodes, instantiation, update.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "musasim/driver/types/basic.h"
#include "musasim/driver/types/external.h"
#include "musasim/driver/types/memory.h"
#include "musasim/driver/types/stream.h"

typedef struct MUSA_BATCH_MEM_OP_NODE_PARAMS_st {
  MUcontext ctx;
  unsigned int count;
  MUstreamBatchMemOpParams* paramArray;
  unsigned int flags;
} MUSA_BATCH_MEM_OP_NODE_PARAMS;

typedef struct MUSA_KERNEL_NODE_PARAMS_st {
  MUfunction func;
  unsigned int gridDimX;
  unsigned int gridDimY;
  unsigned int gridDimZ;
  unsigned int blockDimX;
  unsigned int blockDimY;
  unsigned int blockDimZ;
  unsigned int sharedMemBytes;
  void** kernelParams;
  void** extra;
} MUSA_KERNEL_NODE_PARAMS_v1;

typedef struct MUSA_KERNEL_NODE_PARAMS_v2_st {
  MUfunction func;
  unsigned int gridDimX;
  unsigned int gridDimY;
  unsigned int gridDimZ;
  unsigned int blockDimX;
  unsigned int blockDimY;
  unsigned int blockDimZ;
  unsigned int sharedMemBytes;
  void** kernelParams;
  void** extra;
  MUkernel kern;
  MUcontext ctx;
} MUSA_KERNEL_NODE_PARAMS_v2;
typedef MUSA_KERNEL_NODE_PARAMS_v2 MUSA_KERNEL_NODE_PARAMS;

typedef struct MUSA_MEMSET_NODE_PARAMS_st {
  MUdeviceptr dst;
  size_t pitch;
  unsigned int value;
  unsigned int elementSize;
  size_t width;
  size_t height;
} MUSA_MEMSET_NODE_PARAMS_v1;
typedef MUSA_MEMSET_NODE_PARAMS_v1 MUSA_MEMSET_NODE_PARAMS;

typedef struct MUSA_HOST_NODE_PARAMS_st {
  MUhostFn fn;
  void* userData;
} MUSA_HOST_NODE_PARAMS_v1;
typedef MUSA_HOST_NODE_PARAMS_v1 MUSA_HOST_NODE_PARAMS;

// Kinds of nodes.
typedef enum MUgraphNodeType_enum {
  MU_GRAPH_NODE_TYPE_KERNEL = 0,
  MU_GRAPH_NODE_TYPE_MEMCPY = 1,
  MU_GRAPH_NODE_TYPE_MEMSET = 2,
  MU_GRAPH_NODE_TYPE_HOST = 3,
  MU_GRAPH_NODE_TYPE_GRAPH = 4,
  MU_GRAPH_NODE_TYPE_EMPTY = 5,
  MU_GRAPH_NODE_TYPE_WAIT_EVENT = 6,
  MU_GRAPH_NODE_TYPE_EVENT_RECORD = 7,
  MU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL = 8,
  MU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT = 9,
  MU_GRAPH_NODE_TYPE_MEM_ALLOC = 10,
  MU_GRAPH_NODE_TYPE_MEM_FREE = 11,
  MU_GRAPH_NODE_TYPE_BATCH_MEM_OP = 12
} MUgraphNodeType;

// Why a graph could not be instantiated.
typedef enum MUgraphInstantiateResult_enum {
  MUSA_GRAPH_INSTANTIATE_SUCCESS = 0,
  MUSA_GRAPH_INSTANTIATE_ERROR = 1,
  MUSA_GRAPH_INSTANTIATE_INVALID_STRUCTURE = 2,
  MUSA_GRAPH_INSTANTIATE_NODE_OPERATION_NOT_SUPPORTED = 3,
  MUSA_GRAPH_INSTANTIATE_MULTIPLE_CTXS_NOT_SUPPORTED = 4
} MUgraphInstantiateResult;

typedef struct MUSA_GRAPH_INSTANTIATE_PARAMS_st {
  muuint64_t flags;
  MUstream hUploadStream;
  MUgraphNode hErrNode_out;
  MUgraphInstantiateResult result_out;
} MUSA_GRAPH_INSTANTIATE_PARAMS;
typedef MUlaunchAttributeID MUkernelNodeAttrID;
#define MU_KERNEL_NODE_ATTRIBUTE_ACCESS_POLICY_WINDOW MU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW
#define MU_KERNEL_NODE_ATTRIBUTE_COOPERATIVE MU_LAUNCH_ATTRIBUTE_COOPERATIVE
#define MU_KERNEL_NODE_ATTRIBUTE_CLUSTER_DIMENSION MU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION
#define MU_KERNEL_NODE_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE \
  MU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE
#define MU_KERNEL_NODE_ATTRIBUTE_PRIORITY MU_LAUNCH_ATTRIBUTE_PRIORITY
#define MU_KERNEL_NODE_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP MU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP
#define MU_KERNEL_NODE_ATTRIBUTE_MEM_SYNC_DOMAIN MU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN
typedef MUlaunchAttributeValue MUkernelNodeAttrValue_v1;
typedef MUkernelNodeAttrValue_v1 MUkernelNodeAttrValue;

typedef struct MUSA_EXT_SEM_SIGNAL_NODE_PARAMS_st {
  MUexternalSemaphore* extSemArray;
  const MUSA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS* paramsArray;
  unsigned int numExtSems;
} MUSA_EXT_SEM_SIGNAL_NODE_PARAMS_v1;
typedef MUSA_EXT_SEM_SIGNAL_NODE_PARAMS_v1 MUSA_EXT_SEM_SIGNAL_NODE_PARAMS;

typedef struct MUSA_EXT_SEM_WAIT_NODE_PARAMS_st {
  MUexternalSemaphore* extSemArray;
  const MUSA_EXTERNAL_SEMAPHORE_WAIT_PARAMS* paramsArray;
  unsigned int numExtSems;
} MUSA_EXT_SEM_WAIT_NODE_PARAMS_v1;
typedef MUSA_EXT_SEM_WAIT_NODE_PARAMS_v1 MUSA_EXT_SEM_WAIT_NODE_PARAMS;

// Why an executable graph could not take the parameters of another one.
typedef enum MUgraphExecUpdateResult_enum {
  MU_GRAPH_EXEC_UPDATE_SUCCESS = 0x0,
  MU_GRAPH_EXEC_UPDATE_ERROR = 0x1,
  MU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED = 0x2,
  MU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED = 0x3,
  MU_GRAPH_EXEC_UPDATE_ERROR_FUNCTION_CHANGED = 0x4,
  MU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED = 0x5,
  MU_GRAPH_EXEC_UPDATE_ERROR_NOT_SUPPORTED = 0x6,
  MU_GRAPH_EXEC_UPDATE_ERROR_UNSUPPORTED_FUNCTION_CHANGE = 0x7,
  MU_GRAPH_EXEC_UPDATE_ERROR_ATTRIBUTES_CHANGED = 0x8
} MUgraphExecUpdateResult;

typedef struct MUgraphExecUpdateResultInfo_st {
  MUgraphExecUpdateResult result;
  MUgraphNode errorNode;
  MUgraphNode errorFromNode;
} MUgraphExecUpdateResultInfo_v1;
typedef MUgraphExecUpdateResultInfo_v1 MUgraphExecUpdateResultInfo;

typedef struct MUSA_MEM_ALLOC_NODE_PARAMS_st {
  MUmemPoolProps poolProps;
  const MUmemAccessDesc* accessDescs;
  size_t accessDescCount;
  size_t bytesize;
  MUdeviceptr dptr;
} MUSA_MEM_ALLOC_NODE_PARAMS;

typedef enum MUgraphMem_attribute_enum {
  MU_GRAPH_MEM_ATTR_USED_MEM_CURRENT,
  MU_GRAPH_MEM_ATTR_USED_MEM_HIGH,
  MU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT,
  MU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH
} MUgraphMem_attribute;

typedef enum MUgraphDebugDot_flags_enum {
  MU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE = 1 << 0,
  MU_GRAPH_DEBUG_DOT_FLAGS_RUNTIME_TYPES = 1 << 1,
  MU_GRAPH_DEBUG_DOT_FLAGS_KERNEL_NODE_PARAMS = 1 << 2,
  MU_GRAPH_DEBUG_DOT_FLAGS_MEMCPY_NODE_PARAMS = 1 << 3,
  MU_GRAPH_DEBUG_DOT_FLAGS_MEMSET_NODE_PARAMS = 1 << 4,
  MU_GRAPH_DEBUG_DOT_FLAGS_HOST_NODE_PARAMS = 1 << 5,
  MU_GRAPH_DEBUG_DOT_FLAGS_EVENT_NODE_PARAMS = 1 << 6,
  MU_GRAPH_DEBUG_DOT_FLAGS_EXT_SEMAS_SIGNAL_NODE_PARAMS = 1 << 7,
  MU_GRAPH_DEBUG_DOT_FLAGS_EXT_SEMAS_WAIT_NODE_PARAMS = 1 << 8,
  MU_GRAPH_DEBUG_DOT_FLAGS_KERNEL_NODE_ATTRIBUTES = 1 << 9,
  MU_GRAPH_DEBUG_DOT_FLAGS_HANDLES = 1 << 10,
  MU_GRAPH_DEBUG_DOT_FLAGS_MEM_ALLOC_NODE_PARAMS = 1 << 11,
  MU_GRAPH_DEBUG_DOT_FLAGS_MEM_FREE_NODE_PARAMS = 1 << 12,
  MU_GRAPH_DEBUG_DOT_FLAGS_BATCH_MEM_OP_NODE_PARAMS = 1 << 13,
  MU_GRAPH_DEBUG_DOT_FLAGS_EXTRA_TOPO_INFO = 1 << 14
} MUgraphDebugDot_flags;

typedef enum MUuserObject_flags_enum { MU_USER_OBJECT_NO_DESTRUCTOR_SYNC = 1 } MUuserObject_flags;

typedef enum MUuserObjectRetain_flags_enum {
  MU_GRAPH_USER_OBJECT_MOVE = 1
} MUuserObjectRetain_flags;

typedef enum MUgraphInstantiate_flags_enum {
  MUSA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH = 1,
  MUSA_GRAPH_INSTANTIATE_FLAG_UPLOAD = 2,
  MUSA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH = 4,
  MUSA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY = 8
} MUgraphInstantiate_flags;
