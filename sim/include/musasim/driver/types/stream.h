// Streams, events, capture, launch attributes.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "musasim/driver/types/basic.h"
#include "musasim/driver/types/result.h"

typedef enum MUevent_sched_flags_enum {
  MU_EVENT_SCHED_AUTO = 0x00,
  MU_EVENT_SCHED_SPIN = 0x01,
  MU_EVENT_SCHED_YIELD = 0x02,
  MU_EVENT_SCHED_BLOCKING_SYNC = 0x04
} MUevent_sched_flags;

typedef enum MUstream_flags_enum {
  MU_STREAM_DEFAULT = 0x0,
  MU_STREAM_NON_BLOCKING = 0x1
} MUstream_flags;
#define MU_STREAM_LEGACY ((MUstream)0x1)
#define MU_STREAM_PER_THREAD ((MUstream)0x2)

typedef enum MUevent_flags_enum {
  MU_EVENT_DEFAULT = 0x0,
  MU_EVENT_BLOCKING_SYNC = 0x1,
  MU_EVENT_DISABLE_TIMING = 0x2,
  MU_EVENT_INTERPROCESS = 0x4
} MUevent_flags;

typedef enum MUevent_record_flags_enum {
  MU_EVENT_RECORD_DEFAULT = 0x0,
  MU_EVENT_RECORD_EXTERNAL = 0x1
} MUevent_record_flags;

typedef enum MUevent_wait_flags_enum {
  MU_EVENT_WAIT_DEFAULT = 0x0,
  MU_EVENT_WAIT_EXTERNAL = 0x1
} MUevent_wait_flags;

typedef enum MUstreamWaitValue_flags_enum {
  MU_STREAM_WAIT_VALUE_GEQ = 0x0,
  MU_STREAM_WAIT_VALUE_EQ = 0x1,
  MU_STREAM_WAIT_VALUE_AND = 0x2,
  MU_STREAM_WAIT_VALUE_NOR = 0x3,
  MU_STREAM_WAIT_VALUE_FLUSH = 1 << 30
} MUstreamWaitValue_flags;

typedef enum MUstreamWriteValue_flags_enum {
  MU_STREAM_WRITE_VALUE_DEFAULT = 0x0,
  MU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER = 0x1
} MUstreamWriteValue_flags;

typedef enum MUstreamBatchMemOpType_enum {
  MU_STREAM_MEM_OP_WAIT_VALUE_32 = 1,
  MU_STREAM_MEM_OP_WRITE_VALUE_32 = 2,
  MU_STREAM_MEM_OP_WAIT_VALUE_64 = 4,
  MU_STREAM_MEM_OP_WRITE_VALUE_64 = 5,
  MU_STREAM_MEM_OP_BARRIER = 6,
  MU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES = 3
} MUstreamBatchMemOpType;

typedef enum MUstreamMemoryBarrier_flags_enum {
  MU_STREAM_MEMORY_BARRIER_TYPE_SYS = 0x0,
  MU_STREAM_MEMORY_BARRIER_TYPE_GPU = 0x1
} MUstreamMemoryBarrier_flags;

typedef union MUstreamBatchMemOpParams_union {
  MUstreamBatchMemOpType operation;
  struct MUstreamMemOpWaitValueParams_st {
    MUstreamBatchMemOpType operation;
    MUdeviceptr address;
    __extension__ union {
      muuint32_t value;
      muuint64_t value64;
    };
    unsigned int flags;
    MUdeviceptr alias;
  } waitValue;
  struct MUstreamMemOpWriteValueParams_st {
    MUstreamBatchMemOpType operation;
    MUdeviceptr address;
    __extension__ union {
      muuint32_t value;
      muuint64_t value64;
    };
    unsigned int flags;
    MUdeviceptr alias;
  } writeValue;
  struct MUstreamMemOpFlushRemoteWritesParams_st {
    MUstreamBatchMemOpType operation;
    unsigned int flags;
  } flushRemoteWrites;
  struct MUstreamMemOpMemoryBarrierParams_st {
    MUstreamBatchMemOpType operation;
    unsigned int flags;
  } memoryBarrier;
  muuint64_t pad[6];
} MUstreamBatchMemOpParams_v1;
typedef MUstreamBatchMemOpParams_v1 MUstreamBatchMemOpParams;

typedef enum MUstreamUpdateCaptureDependencies_flags_enum {
  MU_STREAM_ADD_CAPTURE_DEPENDENCIES = 0x0,
  MU_STREAM_SET_CAPTURE_DEPENDENCIES = 0x1
} MUstreamUpdateCaptureDependencies_flags;

typedef enum MUaccessProperty_enum {
  MU_ACCESS_PROPERTY_NORMAL = 0,
  MU_ACCESS_PROPERTY_STREAMING = 1,
  MU_ACCESS_PROPERTY_PERSISTING = 2
} MUaccessProperty;

typedef struct MUaccessPolicyWindow_st {
  void* base_ptr;
  size_t num_bytes;
  float hitRatio;
  MUaccessProperty hitProp;
  MUaccessProperty missProp;
} MUaccessPolicyWindow_v1;
typedef MUaccessPolicyWindow_v1 MUaccessPolicyWindow;

typedef enum MUsynchronizationPolicy_enum {
  MU_SYNC_POLICY_AUTO = 1,
  MU_SYNC_POLICY_SPIN = 2,
  MU_SYNC_POLICY_YIELD = 3,
  MU_SYNC_POLICY_BLOCKING_SYNC = 4
} MUsynchronizationPolicy;

typedef enum MUclusterSchedulingPolicy_enum {
  MU_CLUSTER_SCHEDULING_POLICY_DEFAULT = 0,
  MU_CLUSTER_SCHEDULING_POLICY_SPREAD = 1,
  MU_CLUSTER_SCHEDULING_POLICY_LOAD_BALANCING = 2
} MUclusterSchedulingPolicy;

typedef enum MUlaunchMemSyncDomain_enum {
  MU_LAUNCH_MEM_SYNC_DOMAIN_DEFAULT = 0,
  MU_LAUNCH_MEM_SYNC_DOMAIN_REMOTE = 1
} MUlaunchMemSyncDomain;

typedef struct MUlaunchMemSyncDomainMap_st {
  unsigned char default_;
  unsigned char remote;
} MUlaunchMemSyncDomainMap;

// Kinds of launch, stream and kernel node attributes.
typedef enum MUlaunchAttributeID_enum {
  MU_LAUNCH_ATTRIBUTE_IGNORE = 0,
  MU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW = 1,
  MU_LAUNCH_ATTRIBUTE_COOPERATIVE = 2,
  MU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY = 3,
  MU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION = 4,
  MU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE = 5,
  MU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION = 6,
  MU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT = 7,
  MU_LAUNCH_ATTRIBUTE_PRIORITY = 8,
  MU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP = 9,
  MU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN = 10
} MUlaunchAttributeID;

typedef union MUlaunchAttributeValue_union {
  char pad[64];
  MUaccessPolicyWindow accessPolicyWindow;
  int cooperative;
  MUsynchronizationPolicy syncPolicy;
  struct {
    unsigned int x;
    unsigned int y;
    unsigned int z;
  } clusterDim;
  MUclusterSchedulingPolicy clusterSchedulingPolicyPreference;
  int programmaticStreamSerializationAllowed;
  struct {
    MUevent event;
    int flags;
    int triggerAtBlockStart;
  } programmaticEvent;
  int priority;
  MUlaunchMemSyncDomainMap memSyncDomainMap;
  MUlaunchMemSyncDomain memSyncDomain;
} MUlaunchAttributeValue;

typedef struct MUlaunchAttribute_st {
  MUlaunchAttributeID id;
  char pad[8 - sizeof(MUlaunchAttributeID)];
  MUlaunchAttributeValue value;
} MUlaunchAttribute;

// All that muLaunchKernelEx needs beside the arguments.
typedef struct MUlaunchConfig_st {
  unsigned int gridDimX;
  unsigned int gridDimY;
  unsigned int gridDimZ;
  unsigned int blockDimX;
  unsigned int blockDimY;
  unsigned int blockDimZ;
  unsigned int sharedMemBytes;
  MUstream hStream;
  MUlaunchAttribute* attrs;
  unsigned int numAttrs;
} MUlaunchConfig;

// Whether a stream is being captured; INVALIDATED: it is, but the capture has failed.
typedef enum MUstreamCaptureStatus_enum {
  MU_STREAM_CAPTURE_STATUS_NONE = 0,
  MU_STREAM_CAPTURE_STATUS_ACTIVE = 1,
  MU_STREAM_CAPTURE_STATUS_INVALIDATED = 2
} MUstreamCaptureStatus;

typedef enum MUstreamCaptureMode_enum {
  MU_STREAM_CAPTURE_MODE_GLOBAL = 0,
  MU_STREAM_CAPTURE_MODE_THREAD_LOCAL = 1,
  MU_STREAM_CAPTURE_MODE_RELAXED = 2
} MUstreamCaptureMode;
typedef MUlaunchAttributeID MUstreamAttrID;
#define MU_STREAM_ATTRIBUTE_ACCESS_POLICY_WINDOW MU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW
#define MU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY MU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY
#define MU_STREAM_ATTRIBUTE_PRIORITY MU_LAUNCH_ATTRIBUTE_PRIORITY
#define MU_STREAM_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP MU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP
#define MU_STREAM_ATTRIBUTE_MEM_SYNC_DOMAIN MU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN
typedef MUlaunchAttributeValue MUstreamAttrValue_v1;
typedef MUstreamAttrValue_v1 MUstreamAttrValue;
typedef void(MUSA_CB* MUstreamCallback)(MUstream hStream, MUresult status, void* userData);
