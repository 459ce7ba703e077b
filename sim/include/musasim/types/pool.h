// Stream-ordered memory: pools, access, locations.
#pragma once

#include <stddef.h>

#include "musasim/types/handles.h"
#include "musasim/types/memory.h"

// Settings and statistics of a memory pool.
enum musaMemPoolAttr {
  musaMemPoolReuseFollowEventDependencies = 0x1,
  musaMemPoolReuseAllowOpportunistic = 0x2,
  musaMemPoolReuseAllowInternalDependencies = 0x3,
  musaMemPoolAttrReleaseThreshold = 0x4,
  musaMemPoolAttrReservedMemCurrent = 0x5,
  musaMemPoolAttrReservedMemHigh = 0x6,
  musaMemPoolAttrUsedMemCurrent = 0x7,
  musaMemPoolAttrUsedMemHigh = 0x8
};

enum musaMemLocationType {
  musaMemLocationTypeInvalid = 0,
  musaMemLocationTypeDevice = 1,
  musaMemLocationTypeHost = 2,
  musaMemLocationTypeHostNuma = 3,
  musaMemLocationTypeHostNumaCurrent = 4
};

struct musaMemLocation {
  enum musaMemLocationType type;
  int id;
};

enum musaMemAccessFlags {
  musaMemAccessFlagsProtNone = 0,
  musaMemAccessFlagsProtRead = 1,
  musaMemAccessFlagsProtReadWrite = 3
};

// A device's access to the memory of a pool.
struct musaMemAccessDesc {
  struct musaMemLocation location;
  enum musaMemAccessFlags flags;
};

enum musaMemAllocationType {
  musaMemAllocationTypeInvalid = 0x0,
  musaMemAllocationTypePinned = 0x1,
  musaMemAllocationTypeMax = 0x7FFFFFFF
};

enum musaMemAllocationHandleType {
  musaMemHandleTypeNone = 0x0,
  musaMemHandleTypePosixFileDescriptor = 0x1,
  musaMemHandleTypeWin32 = 0x2,
  musaMemHandleTypeWin32Kmt = 0x4
};

// Properties of a new pool: the kind of its memory, and the place.
struct musaMemPoolProps {
  enum musaMemAllocationType allocType;
  enum musaMemAllocationHandleType handleTypes;
  struct musaMemLocation location;
  void* win32SecurityAttributes;
  unsigned char reserved[64];
};

struct musaMemPoolPtrExportData {
  unsigned char reserved[64];
};

// When a copy of musaMemcpyBatchAsync may read its source.
enum musaMemcpySrcAccessOrder {
  musaMemcpySrcAccessOrderInvalid = 0,
  musaMemcpySrcAccessOrderStream = 1,
  musaMemcpySrcAccessOrderDuringApiCall = 2,
  musaMemcpySrcAccessOrderAny = 3,
  musaMemcpySrcAccessOrderMax = 0x7FFFFFFF
};

// Attributes that several copies of one batch share.
struct musaMemcpyAttributes {
  enum musaMemcpySrcAccessOrder srcAccessOrder;
  struct musaMemLocation srcLocHint;
  struct musaMemLocation dstLocHint;
  unsigned int flags;
};

enum musaMemcpy3DOperandType {
  musaMemcpyOperandTypePointer = 1,
  musaMemcpyOperandTypeArray = 2,
  musaMemcpyOperandTypeMax = 0x7FFFFFFF
};

struct musaOffset3D {
  size_t x;
  size_t y;
  size_t z;
};

struct musaMemcpy3DOperand {
  enum musaMemcpy3DOperandType type;
  union {
    struct {
      void* ptr;
      size_t rowLength;
      size_t layerHeight;
      struct musaMemLocation locHint;
    } ptr;
    struct {
      musaArray_t array;
      struct musaOffset3D offset;
    } array;
  } op;
};

// One copy of musaMemcpy3DBatchAsync.
struct musaMemcpy3DBatchOp {
  struct musaMemcpy3DOperand src;
  struct musaMemcpy3DOperand dst;
  struct musaExtent extent;
  enum musaMemcpySrcAccessOrder srcAccessOrder;
  unsigned int flags;
};
