// Arrays, textures, surfaces, tensor maps.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "musasim/driver/types/basic.h"
#include "musasim/driver/types/memory.h"

typedef enum MUarray_format_enum {
  MU_AD_FORMAT_UNSIGNED_INT8 = 0x01,
  MU_AD_FORMAT_UNSIGNED_INT16 = 0x02,
  MU_AD_FORMAT_UNSIGNED_INT32 = 0x03,
  MU_AD_FORMAT_SIGNED_INT8 = 0x08,
  MU_AD_FORMAT_SIGNED_INT16 = 0x09,
  MU_AD_FORMAT_SIGNED_INT32 = 0x0a,
  MU_AD_FORMAT_HALF = 0x10,
  MU_AD_FORMAT_FLOAT = 0x20,
  MU_AD_FORMAT_NV12 = 0xb0,
  MU_AD_FORMAT_UNORM_INT8X1 = 0xc0,
  MU_AD_FORMAT_UNORM_INT8X2 = 0xc1,
  MU_AD_FORMAT_UNORM_INT8X4 = 0xc2,
  MU_AD_FORMAT_UNORM_INT16X1 = 0xc3,
  MU_AD_FORMAT_UNORM_INT16X2 = 0xc4,
  MU_AD_FORMAT_UNORM_INT16X4 = 0xc5,
  MU_AD_FORMAT_SNORM_INT8X1 = 0xc6,
  MU_AD_FORMAT_SNORM_INT8X2 = 0xc7,
  MU_AD_FORMAT_SNORM_INT8X4 = 0xc8,
  MU_AD_FORMAT_SNORM_INT16X1 = 0xc9,
  MU_AD_FORMAT_SNORM_INT16X2 = 0xca,
  MU_AD_FORMAT_SNORM_INT16X4 = 0xcb,
  MU_AD_FORMAT_BC1_UNORM = 0x91,
  MU_AD_FORMAT_BC1_UNORM_SRGB = 0x92,
  MU_AD_FORMAT_BC2_UNORM = 0x93,
  MU_AD_FORMAT_BC2_UNORM_SRGB = 0x94,
  MU_AD_FORMAT_BC3_UNORM = 0x95,
  MU_AD_FORMAT_BC3_UNORM_SRGB = 0x96,
  MU_AD_FORMAT_BC4_UNORM = 0x97,
  MU_AD_FORMAT_BC4_SNORM = 0x98,
  MU_AD_FORMAT_BC5_UNORM = 0x99,
  MU_AD_FORMAT_BC5_SNORM = 0x9a,
  MU_AD_FORMAT_BC6H_UF16 = 0x9b,
  MU_AD_FORMAT_BC6H_SF16 = 0x9c,
  MU_AD_FORMAT_BC7_UNORM = 0x9d,
  MU_AD_FORMAT_BC7_UNORM_SRGB = 0x9e
} MUarray_format;

typedef enum MUaddress_mode_enum {
  MU_TR_ADDRESS_MODE_WRAP = 0,
  MU_TR_ADDRESS_MODE_CLAMP = 1,
  MU_TR_ADDRESS_MODE_MIRROR = 2,
  MU_TR_ADDRESS_MODE_BORDER = 3
} MUaddress_mode;

typedef enum MUfilter_mode_enum {
  MU_TR_FILTER_MODE_POINT = 0,
  MU_TR_FILTER_MODE_LINEAR = 1
} MUfilter_mode;

typedef enum MUarray_cubemap_face_enum {
  MU_CUBEMAP_FACE_POSITIVE_X = 0x00,
  MU_CUBEMAP_FACE_NEGATIVE_X = 0x01,
  MU_CUBEMAP_FACE_POSITIVE_Y = 0x02,
  MU_CUBEMAP_FACE_NEGATIVE_Y = 0x03,
  MU_CUBEMAP_FACE_POSITIVE_Z = 0x04,
  MU_CUBEMAP_FACE_NEGATIVE_Z = 0x05
} MUarray_cubemap_face;

typedef enum MUresourcetype_enum {
  MU_RESOURCE_TYPE_ARRAY = 0x00,
  MU_RESOURCE_TYPE_MIPMAPPED_ARRAY = 0x01,
  MU_RESOURCE_TYPE_LINEAR = 0x02,
  MU_RESOURCE_TYPE_PITCH2D = 0x03
} MUresourcetype;

typedef struct MUSA_ARRAY_DESCRIPTOR_st {
  size_t Width;
  size_t Height;
  MUarray_format Format;
  unsigned int NumChannels;
} MUSA_ARRAY_DESCRIPTOR_v2;
typedef MUSA_ARRAY_DESCRIPTOR_v2 MUSA_ARRAY_DESCRIPTOR;

typedef struct MUSA_ARRAY3D_DESCRIPTOR_st {
  size_t Width;
  size_t Height;
  size_t Depth;
  MUarray_format Format;
  unsigned int NumChannels;
  unsigned int Flags;
} MUSA_ARRAY3D_DESCRIPTOR_v2;
typedef MUSA_ARRAY3D_DESCRIPTOR_v2 MUSA_ARRAY3D_DESCRIPTOR;
#define MU_ARRAY_SPARSE_PROPERTIES_SINGLE_MIPTAIL 0x1

typedef struct MUSA_ARRAY_SPARSE_PROPERTIES_st {
  struct {
    unsigned int width;
    unsigned int height;
    unsigned int depth;
  } tileExtent;
  unsigned int miptailFirstLevel;
  unsigned long long miptailSize;
  unsigned int flags;
  unsigned int reserved[4];
} MUSA_ARRAY_SPARSE_PROPERTIES_v1;
typedef MUSA_ARRAY_SPARSE_PROPERTIES_v1 MUSA_ARRAY_SPARSE_PROPERTIES;

typedef struct MUSA_ARRAY_MEMORY_REQUIREMENTS_st {
  size_t size;
  size_t alignment;
  unsigned int reserved[4];
} MUSA_ARRAY_MEMORY_REQUIREMENTS_v1;
typedef MUSA_ARRAY_MEMORY_REQUIREMENTS_v1 MUSA_ARRAY_MEMORY_REQUIREMENTS;

typedef struct MUSA_RESOURCE_DESC_st {
  MUresourcetype resType;
  union {
    struct {
      MUarray hArray;
    } array;
    struct {
      MUmipmappedArray hMipmappedArray;
    } mipmap;
    struct {
      MUdeviceptr devPtr;
      MUarray_format format;
      unsigned int numChannels;
      size_t sizeInBytes;
    } linear;
    struct {
      MUdeviceptr devPtr;
      MUarray_format format;
      unsigned int numChannels;
      size_t width;
      size_t height;
      size_t pitchInBytes;
    } pitch2D;
    struct {
      int reserved[32];
    } reserved;
  } res;
  unsigned int flags;
} MUSA_RESOURCE_DESC_v1;
typedef MUSA_RESOURCE_DESC_v1 MUSA_RESOURCE_DESC;

typedef struct MUSA_TEXTURE_DESC_st {
  MUaddress_mode addressMode[3];
  MUfilter_mode filterMode;
  unsigned int flags;
  unsigned int maxAnisotropy;
  MUfilter_mode mipmapFilterMode;
  float mipmapLevelBias;
  float minMipmapLevelClamp;
  float maxMipmapLevelClamp;
  float borderColor[4];
  int reserved[12];
} MUSA_TEXTURE_DESC_v1;
typedef MUSA_TEXTURE_DESC_v1 MUSA_TEXTURE_DESC;

typedef enum MUresourceViewFormat_enum {
  MU_RES_VIEW_FORMAT_NONE = 0x00,
  MU_RES_VIEW_FORMAT_UINT_1X8 = 0x01,
  MU_RES_VIEW_FORMAT_UINT_2X8 = 0x02,
  MU_RES_VIEW_FORMAT_UINT_4X8 = 0x03,
  MU_RES_VIEW_FORMAT_SINT_1X8 = 0x04,
  MU_RES_VIEW_FORMAT_SINT_2X8 = 0x05,
  MU_RES_VIEW_FORMAT_SINT_4X8 = 0x06,
  MU_RES_VIEW_FORMAT_UINT_1X16 = 0x07,
  MU_RES_VIEW_FORMAT_UINT_2X16 = 0x08,
  MU_RES_VIEW_FORMAT_UINT_4X16 = 0x09,
  MU_RES_VIEW_FORMAT_SINT_1X16 = 0x0a,
  MU_RES_VIEW_FORMAT_SINT_2X16 = 0x0b,
  MU_RES_VIEW_FORMAT_SINT_4X16 = 0x0c,
  MU_RES_VIEW_FORMAT_UINT_1X32 = 0x0d,
  MU_RES_VIEW_FORMAT_UINT_2X32 = 0x0e,
  MU_RES_VIEW_FORMAT_UINT_4X32 = 0x0f,
  MU_RES_VIEW_FORMAT_SINT_1X32 = 0x10,
  MU_RES_VIEW_FORMAT_SINT_2X32 = 0x11,
  MU_RES_VIEW_FORMAT_SINT_4X32 = 0x12,
  MU_RES_VIEW_FORMAT_FLOAT_1X16 = 0x13,
  MU_RES_VIEW_FORMAT_FLOAT_2X16 = 0x14,
  MU_RES_VIEW_FORMAT_FLOAT_4X16 = 0x15,
  MU_RES_VIEW_FORMAT_FLOAT_1X32 = 0x16,
  MU_RES_VIEW_FORMAT_FLOAT_2X32 = 0x17,
  MU_RES_VIEW_FORMAT_FLOAT_4X32 = 0x18,
  MU_RES_VIEW_FORMAT_UNSIGNED_BC1 = 0x19,
  MU_RES_VIEW_FORMAT_UNSIGNED_BC2 = 0x1a,
  MU_RES_VIEW_FORMAT_UNSIGNED_BC3 = 0x1b,
  MU_RES_VIEW_FORMAT_UNSIGNED_BC4 = 0x1c,
  MU_RES_VIEW_FORMAT_SIGNED_BC4 = 0x1d,
  MU_RES_VIEW_FORMAT_UNSIGNED_BC5 = 0x1e,
  MU_RES_VIEW_FORMAT_SIGNED_BC5 = 0x1f,
  MU_RES_VIEW_FORMAT_UNSIGNED_BC6H = 0x20,
  MU_RES_VIEW_FORMAT_SIGNED_BC6H = 0x21,
  MU_RES_VIEW_FORMAT_UNSIGNED_BC7 = 0x22
} MUresourceViewFormat;

typedef struct MUSA_RESOURCE_VIEW_DESC_st {
  MUresourceViewFormat format;
  size_t width;
  size_t height;
  size_t depth;
  unsigned int firstMipmapLevel;
  unsigned int lastMipmapLevel;
  unsigned int firstLayer;
  unsigned int lastLayer;
  unsigned int reserved[16];
} MUSA_RESOURCE_VIEW_DESC_v1;
typedef MUSA_RESOURCE_VIEW_DESC_v1 MUSA_RESOURCE_VIEW_DESC;
#define MU_TENSOR_MAP_NUM_QWORDS 16

typedef struct MUtensorMap_st {
  muuint64_t opaque[MU_TENSOR_MAP_NUM_QWORDS];
} __attribute__((aligned(64))) MUtensorMap;

typedef enum MUtensorMapDataType_enum {
  MU_TENSOR_MAP_DATA_TYPE_UINT8 = 0,
  MU_TENSOR_MAP_DATA_TYPE_UINT16,
  MU_TENSOR_MAP_DATA_TYPE_UINT32,
  MU_TENSOR_MAP_DATA_TYPE_INT32,
  MU_TENSOR_MAP_DATA_TYPE_UINT64,
  MU_TENSOR_MAP_DATA_TYPE_INT64,
  MU_TENSOR_MAP_DATA_TYPE_FLOAT16,
  MU_TENSOR_MAP_DATA_TYPE_FLOAT32,
  MU_TENSOR_MAP_DATA_TYPE_FLOAT64,
  MU_TENSOR_MAP_DATA_TYPE_BFLOAT16,
  MU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ,
  MU_TENSOR_MAP_DATA_TYPE_TFLOAT32,
  MU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ
} MUtensorMapDataType;

typedef enum MUtensorMapInterleave_enum {
  MU_TENSOR_MAP_INTERLEAVE_NONE = 0,
  MU_TENSOR_MAP_INTERLEAVE_16B,
  MU_TENSOR_MAP_INTERLEAVE_32B
} MUtensorMapInterleave;

typedef enum MUtensorMapSwizzle_enum {
  MU_TENSOR_MAP_SWIZZLE_NONE = 0,
  MU_TENSOR_MAP_SWIZZLE_32B,
  MU_TENSOR_MAP_SWIZZLE_64B,
  MU_TENSOR_MAP_SWIZZLE_128B
} MUtensorMapSwizzle;

typedef enum MUtensorMapL2promotion_enum {
  MU_TENSOR_MAP_L2_PROMOTION_NONE = 0,
  MU_TENSOR_MAP_L2_PROMOTION_L2_64B,
  MU_TENSOR_MAP_L2_PROMOTION_L2_128B,
  MU_TENSOR_MAP_L2_PROMOTION_L2_256B
} MUtensorMapL2promotion;

typedef enum MUtensorMapFloatOOBfill_enum {
  MU_TENSOR_MAP_FLOAT_OOB_FILL_NONE = 0,
  MU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA
} MUtensorMapFloatOOBfill;

typedef enum MUarraySparseSubresourceType_enum {
  MU_ARRAY_SPARSE_SUBRESOURCE_TYPE_SPARSE_LEVEL = 0,
  MU_ARRAY_SPARSE_SUBRESOURCE_TYPE_MIPTAIL = 1
} MUarraySparseSubresourceType;

typedef struct MUarrayMapInfo_st {
  MUresourcetype resourceType;
  union {
    MUmipmappedArray mipmap;
    MUarray array;
  } resource;
  MUarraySparseSubresourceType subresourceType;
  union {
    struct {
      unsigned int level;
      unsigned int layer;
      unsigned int offsetX;
      unsigned int offsetY;
      unsigned int offsetZ;
      unsigned int extentWidth;
      unsigned int extentHeight;
      unsigned int extentDepth;
    } sparseLevel;
    struct {
      unsigned int layer;
      unsigned long long offset;
      unsigned long long size;
    } miptail;
  } subresource;
  MUmemOperationType memOperationType;
  MUmemHandleType memHandleType;
  union {
    MUmemGenericAllocationHandle memHandle;
  } memHandle;
  unsigned long long offset;
  unsigned int deviceBitMask;
  unsigned int flags;
  unsigned int reserved[2];
} MUarrayMapInfo_v1;
typedef MUarrayMapInfo_v1 MUarrayMapInfo;
#define MUSA_ARRAY3D_LAYERED 0x01
#define MUSA_ARRAY3D_2DARRAY 0x01
#define MUSA_ARRAY3D_SURFACE_LDST 0x02
#define MUSA_ARRAY3D_CUBEMAP 0x04
#define MUSA_ARRAY3D_TEXTURE_GATHER 0x08
#define MUSA_ARRAY3D_DEPTH_TEXTURE 0x10
#define MUSA_ARRAY3D_COLOR_ATTACHMENT 0x20
#define MUSA_ARRAY3D_SPARSE 0x40
#define MUSA_ARRAY3D_DEFERRED_MAPPING 0x80
#define MU_TRSA_OVERRIDE_FORMAT 0x01
#define MU_TRSF_READ_AS_INTEGER 0x01
#define MU_TRSF_NORMALIZED_COORDINATES 0x02
#define MU_TRSF_SRGB 0x10
#define MU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION 0x20
#define MU_TRSF_SEAMLESS_CUBEMAP 0x40

// Descriptor of a tensor for the copy engine of capability 3.1: the platform's own form of CUDA's tensor map.
typedef struct MUtensorDescriptor_st {
  muuint64_t opaque[8];
} __attribute__((aligned(64))) MUtensorDescriptor;

typedef enum MUtensorDescriptorDataType_enum {
  MU_TENSOR_DESCRIPTOR_DATA_TYPE_INT8 = 0,
  MU_TENSOR_DESCRIPTOR_DATA_TYPE_UINT8 = 1,
  MU_TENSOR_DESCRIPTOR_DATA_TYPE_INT16 = 2,
  MU_TENSOR_DESCRIPTOR_DATA_TYPE_UINT16 = 3,
  MU_TENSOR_DESCRIPTOR_DATA_TYPE_FLOAT16 = 4,
  MU_TENSOR_DESCRIPTOR_DATA_TYPE_BFLOAT16 = 5,
  MU_TENSOR_DESCRIPTOR_DATA_TYPE_INT32 = 6,
  MU_TENSOR_DESCRIPTOR_DATA_TYPE_UINT32 = 7,
  MU_TENSOR_DESCRIPTOR_DATA_TYPE_FLOAT32 = 8,
  MU_TENSOR_DESCRIPTOR_DATA_TYPE_TFLOAT32 = 9,
  MU_TENSOR_DESCRIPTOR_DATA_TYPE_INT64 = 10,
  MU_TENSOR_DESCRIPTOR_DATA_TYPE_UINT64 = 11,
  MU_TENSOR_DESCRIPTOR_DATA_TYPE_FLOAT64 = 12,
  MU_TENSOR_DESCRIPTOR_DATA_TYPE_FLOAT32_FTZ = 13,
  MU_TENSOR_DESCRIPTOR_DATA_TYPE_TFLOAT32_FTZ = 14,
  MU_TENSOR_DESCRIPTOR_DATA_TYPE_FLOAT32_TFLOAT32_RNE = 15,
  MU_TENSOR_DESCRIPTOR_DATA_TYPE_FLOAT32_FTZ_TFLOAT32_RNE = 16,
  MU_TENSOR_DESCRIPTOR_DATA_TYPE_16b4 = 17,
  MU_TENSOR_DESCRIPTOR_DATA_TYPE_16b4_b8 = 18
} MUtensorDescriptorDataType;

typedef enum MUtensorDescriptorInterleave_enum {
  MU_TENSOR_DESCRIPTOR_INTERLEAVE_NONE = 0,
  MU_TENSOR_DESCRIPTOR_INTERLEAVE_16B = 1,
  MU_TENSOR_DESCRIPTOR_INTERLEAVE_32B = 2,
  MU_TENSOR_DESCRIPTOR_INTERLEAVE_64B = 3,
  MU_TENSOR_DESCRIPTOR_INTERLEAVE_128B = 4,
  MU_TENSOR_DESCRIPTOR_INTERLEAVE_256B = 5
} MUtensorDescriptorInterleave;

// The grain in which a tile's rows are swizzled in shared memory. The values follow the order of the names.
typedef enum MUsmemSwizzleGranularity_enum {
  MU_SMEM_SWIZZLE_GRANULARITY_NONE = 0,
  MU_SMEM_SWIZZLE_GRANULARITY_B16 = 1,
  MU_SMEM_SWIZZLE_GRANULARITY_B32 = 2,
  MU_SMEM_SWIZZLE_GRANULARITY_B64 = 3
} MUsmemSwizzleGranularity;
