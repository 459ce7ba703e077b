// Texture objects: addressing, filtering, reading.
#pragma once

#include "driver_types.h"

// The second parameter of texture<>.
#define musaTextureType1D 0x01
#define musaTextureType2D 0x02
#define musaTextureType3D 0x03
#define musaTextureTypeCubemap 0x0C
#define musaTextureType1DLayered 0xF1
#define musaTextureType2DLayered 0xF2
#define musaTextureTypeCubemapLayered 0xFC

enum musaTextureAddressMode {
  musaAddressModeWrap = 0,
  musaAddressModeClamp = 1,
  musaAddressModeMirror = 2,
  musaAddressModeBorder = 3
};

enum musaTextureFilterMode { musaFilterModePoint = 0, musaFilterModeLinear = 1 };

enum musaTextureReadMode { musaReadModeElementType = 0, musaReadModeNormalizedFloat = 1 };

struct musaTextureDesc {
  enum musaTextureAddressMode addressMode[3];
  enum musaTextureFilterMode filterMode;
  enum musaTextureReadMode readMode;
  int sRGB;
  float borderColor[4];
  int normalizedCoords;
  unsigned int maxAnisotropy;
  enum musaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias;
  float minMipmapLevelClamp;
  float maxMipmapLevelClamp;
  int disableTrilinearOptimization;
  int seamlessCubemap;
};

typedef unsigned long long musaTextureObject_t;

// A variable that memory is bound to. Deprecated on the platform, too.
struct textureReference {
  int normalized;
  enum musaTextureFilterMode filterMode;
  enum musaTextureAddressMode addressMode[3];
  struct musaChannelFormatDesc channelDesc;
  int sRGB;
  unsigned int maxAnisotropy;
  enum musaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias;
  float minMipmapLevelClamp;
  float maxMipmapLevelClamp;
  int disableTrilinearOptimization;
  int reserved[14];
};
