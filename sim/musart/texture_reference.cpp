// Texture and surface references.
#include "machine/array/reference.h"
#include "musart/api.h"

using namespace musasim;

musaError_t musaBindTexture(size_t* offset, const textureReference* texref, const void* devPtr,
                            const musaChannelFormatDesc* desc, size_t size) {
  return api(__func__, [&] { return bind_linear(offset, texref, devPtr, desc, size); });
}

musaError_t musaBindTexture2D(size_t* offset, const textureReference* texref, const void* devPtr,
                              const musaChannelFormatDesc* desc, size_t width, size_t height,
                              size_t pitch) {
  return api(__func__,
             [&] { return bind_pitched(offset, texref, devPtr, desc, width, height, pitch); });
}

musaError_t musaBindTextureToArray(const textureReference* texref, musaArray_const_t array,
                                   const musaChannelFormatDesc* desc) {
  return api(__func__, [&] { return bind_array(texref, array, desc); });
}

musaError_t musaBindTextureToMipmappedArray(const textureReference* texref,
                                            musaMipmappedArray_const_t mipmappedArray,
                                            const musaChannelFormatDesc* desc) {
  return api(__func__, [&] { return bind_mipmapped(texref, mipmappedArray, desc); });
}

musaError_t musaUnbindTexture(const textureReference* texref) {
  return api(__func__, [&] { return unbind_texture(texref); });
}

musaError_t musaGetTextureAlignmentOffset(size_t* offset, const textureReference* texref) {
  return api(__func__, [&] {
    Texture texture;
    return offset == nullptr ? musaErrorInvalidValue : bound_texture(texref, &texture, offset);
  });
}

musaError_t musaGetTextureReference(const textureReference** texref, const void* symbol) {
  return api(__func__, [&] {
    return texref == nullptr ? musaErrorInvalidValue : texture_reference(symbol, texref);
  });
}

musaError_t musaBindSurfaceToArray(const surfaceReference* surfref, musaArray_const_t array,
                                   const musaChannelFormatDesc* desc) {
  return api(__func__, [&] { return bind_surface(surfref, array, desc); });
}

musaError_t musaGetSurfaceReference(const surfaceReference** surfref, const void* symbol) {
  return api(__func__, [&] {
    return surfref == nullptr ? musaErrorInvalidValue : surface_reference(symbol, surfref);
  });
}
