// texture<T, dimensions, mode>: a variable of a .mu file that memory or an array is bound to. Deprecated
// on the platform, too; texture objects need no such variables.
#pragma once

#include "channel_descriptor.h"
#include "musa_runtime_api.h"
#include "musasim/api/registration.h"

template <class T, int type = musaTextureType1D, musaTextureReadMode mode = musaReadModeElementType>
struct texture : textureReference {
  // Not explicit: programs write `texture<float> t = 0`.
  texture(int is_normalized = 0, musaTextureFilterMode filter = musaFilterModePoint,
          musaTextureAddressMode address = musaAddressModeClamp)
      : texture(is_normalized, filter, address, musaCreateChannelDesc<T>()) {}

  texture(int is_normalized, musaTextureFilterMode filter, musaTextureAddressMode address,
          const musaChannelFormatDesc& format)
      : textureReference() {
    normalized = is_normalized;
    filterMode = filter;
    for (musaTextureAddressMode& each : addressMode) {
      each = address;
    }
    channelDesc = format;
    __musaRegisterTexture(nullptr, this, nullptr, "texture", type & 0xf,
                          mode == musaReadModeNormalizedFloat, 0);
  }
};

template <class T, int type, musaTextureReadMode mode>
static inline musaError_t musaBindTexture(size_t* offset, const texture<T, type, mode>& tex,
                                          const void* devPtr, const musaChannelFormatDesc& desc,
                                          size_t size = UINT_MAX) {
  return musaBindTexture(offset, &tex, devPtr, &desc, size);
}

template <class T, int type, musaTextureReadMode mode>
static inline musaError_t musaBindTexture(size_t* offset, const texture<T, type, mode>& tex,
                                          const void* devPtr, size_t size = UINT_MAX) {
  return musaBindTexture(offset, &tex, devPtr, &tex.channelDesc, size);
}

template <class T, int type, musaTextureReadMode mode>
static inline musaError_t musaBindTexture2D(size_t* offset, const texture<T, type, mode>& tex,
                                            const void* devPtr, const musaChannelFormatDesc& desc,
                                            size_t width, size_t height, size_t pitch) {
  return musaBindTexture2D(offset, &tex, devPtr, &desc, width, height, pitch);
}

template <class T, int type, musaTextureReadMode mode>
static inline musaError_t musaBindTexture2D(size_t* offset, const texture<T, type, mode>& tex,
                                            const void* devPtr, size_t width, size_t height,
                                            size_t pitch) {
  return musaBindTexture2D(offset, &tex, devPtr, &tex.channelDesc, width, height, pitch);
}

template <class T, int type, musaTextureReadMode mode>
static inline musaError_t musaBindTextureToArray(const texture<T, type, mode>& tex,
                                                 musaArray_const_t array,
                                                 const musaChannelFormatDesc& desc) {
  return musaBindTextureToArray(&tex, array, &desc);
}

// In the array's own format.
template <class T, int type, musaTextureReadMode mode>
static inline musaError_t musaBindTextureToArray(const texture<T, type, mode>& tex,
                                                 musaArray_const_t array) {
  musaChannelFormatDesc desc;
  const musaError_t error = musaGetChannelDesc(&desc, array);
  return error == musaSuccess ? musaBindTextureToArray(&tex, array, &desc) : error;
}

template <class T, int type, musaTextureReadMode mode>
static inline musaError_t musaUnbindTexture(const texture<T, type, mode>& tex) {
  return musaUnbindTexture(&tex);
}

template <class T, int type, musaTextureReadMode mode>
static inline musaError_t musaGetTextureAlignmentOffset(size_t* offset,
                                                        const texture<T, type, mode>& tex) {
  return musaGetTextureAlignmentOffset(offset, &tex);
}
