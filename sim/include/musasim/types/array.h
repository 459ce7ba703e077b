// Channel formats, arrays, and what textures and surfaces are bound to.
#pragma once

#include <stddef.h>

#include "musasim/types/handles.h"

#define musaArrayDefault 0x00
#define musaArrayLayered 0x01
#define musaArraySurfaceLoadStore 0x02
#define musaArrayCubemap 0x04
#define musaArrayTextureGather 0x08
#define musaArrayColorAttachment 0x20
#define musaArraySparse 0x40
#define musaArrayDeferredMapping 0x80
#define musaArraySparsePropertiesSingleMipTail 0x1

enum musaChannelFormatKind {
  musaChannelFormatKindSigned = 0,
  musaChannelFormatKindUnsigned = 1,
  musaChannelFormatKindFloat = 2,
  musaChannelFormatKindNone = 3,
  musaChannelFormatKindNV12 = 4,
  musaChannelFormatKindUnsignedNormalized8X1 = 5,
  musaChannelFormatKindUnsignedNormalized8X2 = 6,
  musaChannelFormatKindUnsignedNormalized8X4 = 7,
  musaChannelFormatKindUnsignedNormalized16X1 = 8,
  musaChannelFormatKindUnsignedNormalized16X2 = 9,
  musaChannelFormatKindUnsignedNormalized16X4 = 10,
  musaChannelFormatKindSignedNormalized8X1 = 11,
  musaChannelFormatKindSignedNormalized8X2 = 12,
  musaChannelFormatKindSignedNormalized8X4 = 13,
  musaChannelFormatKindSignedNormalized16X1 = 14,
  musaChannelFormatKindSignedNormalized16X2 = 15,
  musaChannelFormatKindSignedNormalized16X4 = 16,
  musaChannelFormatKindUnsignedBlockCompressed1 = 17,
  musaChannelFormatKindUnsignedBlockCompressed1SRGB = 18,
  musaChannelFormatKindUnsignedBlockCompressed2 = 19,
  musaChannelFormatKindUnsignedBlockCompressed2SRGB = 20,
  musaChannelFormatKindUnsignedBlockCompressed3 = 21,
  musaChannelFormatKindUnsignedBlockCompressed3SRGB = 22,
  musaChannelFormatKindUnsignedBlockCompressed4 = 23,
  musaChannelFormatKindSignedBlockCompressed4 = 24,
  musaChannelFormatKindUnsignedBlockCompressed5 = 25,
  musaChannelFormatKindSignedBlockCompressed5 = 26,
  musaChannelFormatKindUnsignedBlockCompressed6H = 27,
  musaChannelFormatKindSignedBlockCompressed6H = 28,
  musaChannelFormatKindUnsignedBlockCompressed7 = 29,
  musaChannelFormatKindUnsignedBlockCompressed7SRGB = 30
};

// Bits of each component, and what they mean.
struct musaChannelFormatDesc {
  int x;
  int y;
  int z;
  int w;
  enum musaChannelFormatKind f;
};

struct musaArraySparseProperties {
  struct {
    unsigned int width;
    unsigned int height;
    unsigned int depth;
  } tileExtent;
  unsigned int miptailFirstLevel;
  unsigned long long miptailSize;
  unsigned int flags;
  unsigned int reserved[4];
};

struct musaArrayMemoryRequirements {
  size_t size;
  size_t alignment;
  unsigned int reserved[4];
};

enum musaGraphicsCubeFace {
  musaGraphicsCubeFacePositiveX = 0x00,
  musaGraphicsCubeFaceNegativeX = 0x01,
  musaGraphicsCubeFacePositiveY = 0x02,
  musaGraphicsCubeFaceNegativeY = 0x03,
  musaGraphicsCubeFacePositiveZ = 0x04,
  musaGraphicsCubeFaceNegativeZ = 0x05
};

enum musaResourceType {
  musaResourceTypeArray = 0x00,
  musaResourceTypeMipmappedArray = 0x01,
  musaResourceTypeLinear = 0x02,
  musaResourceTypePitch2D = 0x03
};

enum musaResourceViewFormat {
  musaResViewFormatNone = 0x00,
  musaResViewFormatUnsignedChar1 = 0x01,
  musaResViewFormatUnsignedChar2 = 0x02,
  musaResViewFormatUnsignedChar4 = 0x03,
  musaResViewFormatSignedChar1 = 0x04,
  musaResViewFormatSignedChar2 = 0x05,
  musaResViewFormatSignedChar4 = 0x06,
  musaResViewFormatUnsignedShort1 = 0x07,
  musaResViewFormatUnsignedShort2 = 0x08,
  musaResViewFormatUnsignedShort4 = 0x09,
  musaResViewFormatSignedShort1 = 0x0a,
  musaResViewFormatSignedShort2 = 0x0b,
  musaResViewFormatSignedShort4 = 0x0c,
  musaResViewFormatUnsignedInt1 = 0x0d,
  musaResViewFormatUnsignedInt2 = 0x0e,
  musaResViewFormatUnsignedInt4 = 0x0f,
  musaResViewFormatSignedInt1 = 0x10,
  musaResViewFormatSignedInt2 = 0x11,
  musaResViewFormatSignedInt4 = 0x12,
  musaResViewFormatHalf1 = 0x13,
  musaResViewFormatHalf2 = 0x14,
  musaResViewFormatHalf4 = 0x15,
  musaResViewFormatFloat1 = 0x16,
  musaResViewFormatFloat2 = 0x17,
  musaResViewFormatFloat4 = 0x18,
  musaResViewFormatUnsignedBlockCompressed1 = 0x19,
  musaResViewFormatUnsignedBlockCompressed2 = 0x1a,
  musaResViewFormatUnsignedBlockCompressed3 = 0x1b,
  musaResViewFormatUnsignedBlockCompressed4 = 0x1c,
  musaResViewFormatSignedBlockCompressed4 = 0x1d,
  musaResViewFormatUnsignedBlockCompressed5 = 0x1e,
  musaResViewFormatSignedBlockCompressed5 = 0x1f,
  musaResViewFormatUnsignedBlockCompressed6H = 0x20,
  musaResViewFormatSignedBlockCompressed6H = 0x21,
  musaResViewFormatUnsignedBlockCompressed7 = 0x22
};

// The memory behind a texture or surface object.
struct musaResourceDesc {
  enum musaResourceType resType;
  union {
    struct {
      musaArray_t array;
    } array;
    struct {
      musaMipmappedArray_t mipmap;
    } mipmap;
    struct {
      void* devPtr;
      struct musaChannelFormatDesc desc;
      size_t sizeInBytes;
    } linear;
    struct {
      void* devPtr;
      struct musaChannelFormatDesc desc;
      size_t width;
      size_t height;
      size_t pitchInBytes;
    } pitch2D;
  } res;
};

struct musaResourceViewDesc {
  enum musaResourceViewFormat format;
  size_t width;
  size_t height;
  size_t depth;
  unsigned int firstMipmapLevel;
  unsigned int lastMipmapLevel;
  unsigned int firstLayer;
  unsigned int lastLayer;
};
