// Memory: copies, pointer attributes, virtual memory, pools, handles for other processes.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "musasim/driver/types/basic.h"

#define MU_IPC_HANDLE_SIZE 64

typedef struct MUipcEventHandle_st {
  char reserved[MU_IPC_HANDLE_SIZE];
} MUipcEventHandle_v1;
typedef MUipcEventHandle_v1 MUipcEventHandle;

typedef struct MUipcMemHandle_st {
  char reserved[MU_IPC_HANDLE_SIZE];
} MUipcMemHandle_v1;
typedef MUipcMemHandle_v1 MUipcMemHandle;

typedef enum MUipcMem_flags_enum { MU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS = 0x1 } MUipcMem_flags;

typedef enum MUmemAttach_flags_enum {
  MU_MEM_ATTACH_GLOBAL = 0x1,
  MU_MEM_ATTACH_HOST = 0x2,
  MU_MEM_ATTACH_SINGLE = 0x4
} MUmemAttach_flags;

// Attributes of a pointer, for muPointerGetAttribute.
typedef enum MUpointer_attribute_enum {
  MU_POINTER_ATTRIBUTE_CONTEXT = 1,
  MU_POINTER_ATTRIBUTE_MEMORY_TYPE = 2,
  MU_POINTER_ATTRIBUTE_DEVICE_POINTER = 3,
  MU_POINTER_ATTRIBUTE_HOST_POINTER = 4,
  MU_POINTER_ATTRIBUTE_P2P_TOKENS = 5,
  MU_POINTER_ATTRIBUTE_SYNC_MEMOPS = 6,
  MU_POINTER_ATTRIBUTE_BUFFER_ID = 7,
  MU_POINTER_ATTRIBUTE_IS_MANAGED = 8,
  MU_POINTER_ATTRIBUTE_DEVICE_ORDINAL = 9,
  MU_POINTER_ATTRIBUTE_IS_LEGACY_MUSA_IPC_CAPABLE = 10,
  MU_POINTER_ATTRIBUTE_RANGE_START_ADDR = 11,
  MU_POINTER_ATTRIBUTE_RANGE_SIZE = 12,
  MU_POINTER_ATTRIBUTE_MAPPED = 13,
  MU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES = 14,
  MU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE = 15,
  MU_POINTER_ATTRIBUTE_ACCESS_FLAGS = 16,
  MU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE = 17,
  MU_POINTER_ATTRIBUTE_MAPPING_SIZE = 18,
  MU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR = 19,
  MU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID = 20
} MUpointer_attribute;

// The kind of memory that a pointer points to.
typedef enum MUmemorytype_enum {
  MU_MEMORYTYPE_HOST = 0x01,
  MU_MEMORYTYPE_DEVICE = 0x02,
  MU_MEMORYTYPE_ARRAY = 0x03,
  MU_MEMORYTYPE_UNIFIED = 0x04
} MUmemorytype;

typedef enum MUmem_advise_enum {
  MU_MEM_ADVISE_SET_READ_MOSTLY = 1,
  MU_MEM_ADVISE_UNSET_READ_MOSTLY = 2,
  MU_MEM_ADVISE_SET_PREFERRED_LOCATION = 3,
  MU_MEM_ADVISE_UNSET_PREFERRED_LOCATION = 4,
  MU_MEM_ADVISE_SET_ACCESSED_BY = 5,
  MU_MEM_ADVISE_UNSET_ACCESSED_BY = 6
} MUmem_advise;

typedef enum MUmem_range_attribute_enum {
  MU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY = 1,
  MU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION = 2,
  MU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY = 3,
  MU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION = 4
} MUmem_range_attribute;
#define MU_MEMHOSTALLOC_PORTABLE 0x01
#define MU_MEMHOSTALLOC_DEVICEMAP 0x02
#define MU_MEMHOSTALLOC_WRITECOMBINED 0x04
#define MU_MEMHOSTREGISTER_PORTABLE 0x01
#define MU_MEMHOSTREGISTER_DEVICEMAP 0x02
#define MU_MEMHOSTREGISTER_IOMEMORY 0x04
#define MU_MEMHOSTREGISTER_READ_ONLY 0x08

// A rectangle to copy.
typedef struct MUSA_MEMCPY2D_st {
  size_t srcXInBytes;
  size_t srcY;
  MUmemorytype srcMemoryType;
  const void* srcHost;
  MUdeviceptr srcDevice;
  MUarray srcArray;
  size_t srcPitch;
  size_t dstXInBytes;
  size_t dstY;
  MUmemorytype dstMemoryType;
  void* dstHost;
  MUdeviceptr dstDevice;
  MUarray dstArray;
  size_t dstPitch;
  size_t WidthInBytes;
  size_t Height;
} MUSA_MEMCPY2D_v2;
typedef MUSA_MEMCPY2D_v2 MUSA_MEMCPY2D;

// A box to copy.
typedef struct MUSA_MEMCPY3D_st {
  size_t srcXInBytes;
  size_t srcY;
  size_t srcZ;
  size_t srcLOD;
  MUmemorytype srcMemoryType;
  const void* srcHost;
  MUdeviceptr srcDevice;
  MUarray srcArray;
  void* reserved0;
  size_t srcPitch;
  size_t srcHeight;
  size_t dstXInBytes;
  size_t dstY;
  size_t dstZ;
  size_t dstLOD;
  MUmemorytype dstMemoryType;
  void* dstHost;
  MUdeviceptr dstDevice;
  MUarray dstArray;
  void* reserved1;
  size_t dstPitch;
  size_t dstHeight;
  size_t WidthInBytes;
  size_t Height;
  size_t Depth;
} MUSA_MEMCPY3D_v2;
typedef MUSA_MEMCPY3D_v2 MUSA_MEMCPY3D;

typedef struct MUSA_MEMCPY3D_PEER_st {
  size_t srcXInBytes;
  size_t srcY;
  size_t srcZ;
  size_t srcLOD;
  MUmemorytype srcMemoryType;
  const void* srcHost;
  MUdeviceptr srcDevice;
  MUarray srcArray;
  MUcontext srcContext;
  size_t srcPitch;
  size_t srcHeight;
  size_t dstXInBytes;
  size_t dstY;
  size_t dstZ;
  size_t dstLOD;
  MUmemorytype dstMemoryType;
  void* dstHost;
  MUdeviceptr dstDevice;
  MUarray dstArray;
  MUcontext dstContext;
  size_t dstPitch;
  size_t dstHeight;
  size_t WidthInBytes;
  size_t Height;
  size_t Depth;
} MUSA_MEMCPY3D_PEER_v1;
typedef MUSA_MEMCPY3D_PEER_v1 MUSA_MEMCPY3D_PEER;

typedef struct MUSA_POINTER_ATTRIBUTE_P2P_TOKENS_st {
  unsigned long long p2pToken;
  unsigned int vaSpaceToken;
} MUSA_POINTER_ATTRIBUTE_P2P_TOKENS_v1;
typedef MUSA_POINTER_ATTRIBUTE_P2P_TOKENS_v1 MUSA_POINTER_ATTRIBUTE_P2P_TOKENS;

typedef enum MUSA_POINTER_ATTRIBUTE_ACCESS_FLAGS_enum {
  MU_POINTER_ATTRIBUTE_ACCESS_FLAG_NONE = 0x0,
  MU_POINTER_ATTRIBUTE_ACCESS_FLAG_READ = 0x1,
  MU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE = 0x3
} MUSA_POINTER_ATTRIBUTE_ACCESS_FLAGS;
typedef unsigned long long MUmemGenericAllocationHandle_v1;
typedef MUmemGenericAllocationHandle_v1 MUmemGenericAllocationHandle;

typedef enum MUmemAllocationHandleType_enum {
  MU_MEM_HANDLE_TYPE_NONE = 0x0,
  MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR = 0x1,
  MU_MEM_HANDLE_TYPE_WIN32 = 0x2,
  MU_MEM_HANDLE_TYPE_WIN32_KMT = 0x4,
  MU_MEM_HANDLE_TYPE_FABRIC = 0x8,
  MU_MEM_HANDLE_TYPE_MAX = 0x7FFFFFFF
} MUmemAllocationHandleType;

typedef enum MUmemAccess_flags_enum {
  MU_MEM_ACCESS_FLAGS_PROT_NONE = 0x0,
  MU_MEM_ACCESS_FLAGS_PROT_READ = 0x1,
  MU_MEM_ACCESS_FLAGS_PROT_READWRITE = 0x3,
  MU_MEM_ACCESS_FLAGS_PROT_MAX = 0x7FFFFFFF
} MUmemAccess_flags;

typedef enum MUmemLocationType_enum {
  MU_MEM_LOCATION_TYPE_INVALID = 0x0,
  MU_MEM_LOCATION_TYPE_DEVICE = 0x1,
  MU_MEM_LOCATION_TYPE_MAX = 0x7FFFFFFF
} MUmemLocationType;

typedef enum MUmemAllocationType_enum {
  MU_MEM_ALLOCATION_TYPE_INVALID = 0x0,
  MU_MEM_ALLOCATION_TYPE_PINNED = 0x1,
  MU_MEM_ALLOCATION_TYPE_MAX = 0x7FFFFFFF
} MUmemAllocationType;

typedef enum MUmemAllocationGranularity_flags_enum {
  MU_MEM_ALLOC_GRANULARITY_MINIMUM = 0x0,
  MU_MEM_ALLOC_GRANULARITY_RECOMMENDED = 0x1
} MUmemAllocationGranularity_flags;

typedef enum MUmemRangeHandleType_enum {
  MU_MEM_RANGE_HANDLE_TYPE_DMA_BUF_FD = 0x1,
  MU_MEM_RANGE_HANDLE_TYPE_MAX = 0x7FFFFFFF
} MUmemRangeHandleType;

typedef enum MUmemOperationType_enum {
  MU_MEM_OPERATION_TYPE_MAP = 1,
  MU_MEM_OPERATION_TYPE_UNMAP = 2
} MUmemOperationType;

typedef enum MUmemHandleType_enum { MU_MEM_HANDLE_TYPE_GENERIC = 0 } MUmemHandleType;

typedef struct MUmemLocation_st {
  MUmemLocationType type;
  int id;
} MUmemLocation_v1;
typedef MUmemLocation_v1 MUmemLocation;

typedef enum MUmemAllocationCompType_enum {
  MU_MEM_ALLOCATION_COMP_NONE = 0x0,
  MU_MEM_ALLOCATION_COMP_GENERIC = 0x1
} MUmemAllocationCompType;
#define MU_MEM_CREATE_USAGE_TILE_POOL 0x1

// Properties of the memory that muMemCreate makes.
typedef struct MUmemAllocationProp_st {
  MUmemAllocationType type;
  MUmemAllocationHandleType requestedHandleTypes;
  MUmemLocation location;
  void* win32HandleMetaData;
  struct {
    unsigned char compressionType;
    unsigned char gpuDirectRDMACapable;
    unsigned short usage;
    unsigned char reserved[4];
  } allocFlags;
} MUmemAllocationProp_v1;
typedef MUmemAllocationProp_v1 MUmemAllocationProp;

// A device's access to a range of addresses.
typedef struct MUmemAccessDesc_st {
  MUmemLocation location;
  MUmemAccess_flags flags;
} MUmemAccessDesc_v1;
typedef MUmemAccessDesc_v1 MUmemAccessDesc;

// Settings and statistics of a memory pool.
typedef enum MUmemPool_attribute_enum {
  MU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES = 1,
  MU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC,
  MU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES,
  MU_MEMPOOL_ATTR_RELEASE_THRESHOLD,
  MU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT,
  MU_MEMPOOL_ATTR_RESERVED_MEM_HIGH,
  MU_MEMPOOL_ATTR_USED_MEM_CURRENT,
  MU_MEMPOOL_ATTR_USED_MEM_HIGH
} MUmemPool_attribute;

typedef struct MUmemPoolProps_st {
  MUmemAllocationType allocType;
  MUmemAllocationHandleType handleTypes;
  MUmemLocation location;
  void* win32SecurityAttributes;
  unsigned char reserved[64];
} MUmemPoolProps_v1;
typedef MUmemPoolProps_v1 MUmemPoolProps;

typedef struct MUmemPoolPtrExportData_st {
  unsigned char reserved[64];
} MUmemPoolPtrExportData_v1;
typedef MUmemPoolPtrExportData_v1 MUmemPoolPtrExportData;

typedef enum MUmulticastGranularity_flags_enum {
  MU_MULTICAST_GRANULARITY_MINIMUM = 0x0,
  MU_MULTICAST_GRANULARITY_RECOMMENDED = 0x1
} MUmulticastGranularity_flags;

typedef struct MUmulticastObjectProp_st {
  unsigned int numDevices;
  size_t size;
  unsigned long long handleTypes;
  unsigned long long flags;
} MUmulticastObjectProp_v1;
typedef MUmulticastObjectProp_v1 MUmulticastObjectProp;

// A handle that works across machines of one fabric.
typedef struct MUmemFabricHandle_st {
  unsigned char data[64];
} MUmemFabricHandle_v1;
typedef MUmemFabricHandle_v1 MUmemFabricHandle;

// When a copy of a batch may read its source.
typedef enum MUmemcpySrcAccessOrder_enum {
  MU_MEMCPY_SRC_ACCESS_ORDER_INVALID = 0x0,
  MU_MEMCPY_SRC_ACCESS_ORDER_STREAM = 0x1,
  MU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL = 0x2,
  MU_MEMCPY_SRC_ACCESS_ORDER_ANY = 0x3,
  MU_MEMCPY_SRC_ACCESS_ORDER_MAX = 0x7FFFFFFF
} MUmemcpySrcAccessOrder;

// Attributes that several copies of one batch share.
typedef struct MUmemcpyAttributes_st {
  MUmemcpySrcAccessOrder srcAccessOrder;
  MUmemLocation srcLocHint;
  MUmemLocation dstLocHint;
  unsigned int flags;
} MUmemcpyAttributes_v1;
typedef MUmemcpyAttributes_v1 MUmemcpyAttributes;
