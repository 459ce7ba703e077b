// Launches of kernels.
#pragma once

#include <stddef.h>

#include "musasim/types/handles.h"
#include "musasim/types/stream.h"
#include "vector_types.h"

#define musaCooperativeLaunchMultiDeviceNoPreSync 0x01
#define musaCooperativeLaunchMultiDeviceNoPostSync 0x02
#define musaStreamAttrID musaLaunchAttributeID
#define musaStreamAttributeAccessPolicyWindow musaLaunchAttributeAccessPolicyWindow
#define musaStreamAttributeSynchronizationPolicy musaLaunchAttributeSynchronizationPolicy
#define musaStreamAttributeMemSyncDomainMap musaLaunchAttributeMemSyncDomainMap
#define musaStreamAttributeMemSyncDomain musaLaunchAttributeMemSyncDomain
#define musaStreamAttributePriority musaLaunchAttributePriority
#define musaStreamAttrValue musaLaunchAttributeValue
#define musaKernelNodeAttrID musaLaunchAttributeID
#define musaKernelNodeAttributeAccessPolicyWindow musaLaunchAttributeAccessPolicyWindow
#define musaKernelNodeAttributeCooperative musaLaunchAttributeCooperative
#define musaKernelNodeAttributePriority musaLaunchAttributePriority
#define musaKernelNodeAttributeClusterDimension musaLaunchAttributeClusterDimension
#define musaKernelNodeAttributeClusterSchedulingPolicyPreference \
  musaLaunchAttributeClusterSchedulingPolicyPreference
#define musaKernelNodeAttributeMemSyncDomainMap musaLaunchAttributeMemSyncDomainMap
#define musaKernelNodeAttributeMemSyncDomain musaLaunchAttributeMemSyncDomain
#define musaKernelNodeAttrValue musaLaunchAttributeValue

enum musaAccessProperty {
  musaAccessPropertyNormal = 0,
  musaAccessPropertyStreaming = 1,
  musaAccessPropertyPersisting = 2
};

struct musaAccessPolicyWindow {
  void* base_ptr;
  size_t num_bytes;
  float hitRatio;
  enum musaAccessProperty hitProp;
  enum musaAccessProperty missProp;
};

enum musaClusterSchedulingPolicy {
  musaClusterSchedulingPolicyDefault = 0,
  musaClusterSchedulingPolicySpread = 1,
  musaClusterSchedulingPolicyLoadBalancing = 2
};

struct musaLaunchParams {
  void* func;
  dim3 gridDim;
  dim3 blockDim;
  void** args;
  size_t sharedMem;
  musaStream_t stream;
};

typedef enum musaLaunchMemSyncDomain {
  musaLaunchMemSyncDomainDefault = 0,
  musaLaunchMemSyncDomainRemote = 1
} musaLaunchMemSyncDomain;

typedef struct musaLaunchMemSyncDomainMap_st {
  unsigned char default_;
  unsigned char remote;
} musaLaunchMemSyncDomainMap;

// Kinds of launch, stream and kernel node attributes.
typedef enum musaLaunchAttributeID {
  musaLaunchAttributeIgnore = 0,
  musaLaunchAttributeAccessPolicyWindow = 1,
  musaLaunchAttributeCooperative = 2,
  musaLaunchAttributeSynchronizationPolicy = 3,
  musaLaunchAttributeClusterDimension = 4,
  musaLaunchAttributeClusterSchedulingPolicyPreference = 5,
  musaLaunchAttributeProgrammaticStreamSerialization = 6,
  musaLaunchAttributeProgrammaticEvent = 7,
  musaLaunchAttributePriority = 8,
  musaLaunchAttributeMemSyncDomainMap = 9,
  musaLaunchAttributeMemSyncDomain = 10
} musaLaunchAttributeID;

typedef union musaLaunchAttributeValue {
  char pad[64];
  struct musaAccessPolicyWindow accessPolicyWindow;
  int cooperative;
  enum musaSynchronizationPolicy syncPolicy;
  struct {
    unsigned int x;
    unsigned int y;
    unsigned int z;
  } clusterDim;
  enum musaClusterSchedulingPolicy clusterSchedulingPolicyPreference;
  int programmaticStreamSerializationAllowed;
  struct {
    musaEvent_t event;
    int flags;
    int triggerAtBlockStart;
  } programmaticEvent;
  int priority;
  musaLaunchMemSyncDomainMap memSyncDomainMap;
  musaLaunchMemSyncDomain memSyncDomain;
} musaLaunchAttributeValue;

typedef struct musaLaunchAttribute_st {
  musaLaunchAttributeID id;
  char pad[8 - sizeof(musaLaunchAttributeID)];
  musaLaunchAttributeValue val;
} musaLaunchAttribute;

// All that a launch needs, for musaLaunchKernelExC.
typedef struct musaLaunchConfig_st {
  dim3 gridDim;
  dim3 blockDim;
  size_t dynamicSmemBytes;
  musaStream_t stream;
  musaLaunchAttribute* attrs;
  unsigned int numAttrs;
} musaLaunchConfig_t;
