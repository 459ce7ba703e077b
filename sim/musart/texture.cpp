// Texture and surface objects, channel formats, widths.
#include "machine/array/texture.h"

#include "machine/device/properties.h"
#include "musart/api.h"

using namespace musasim;

namespace {

musaError_t create(musaTextureObject_t* object, const musaResourceDesc* resource,
                   const musaTextureDesc* how, const musaResourceViewDesc* view) {
  if (object == nullptr || resource == nullptr || how == nullptr) {
    return musaErrorInvalidValue;
  }
  Texture texture;
  texture.resource = *resource;
  texture.how = *how;
  if (view != nullptr) {
    texture.view = *view;
  }
  return make_texture(texture, object);
}

// Stores what `part` takes of the texture.
template <class To, class Part>
musaError_t part_of(musaTextureObject_t object, To* to, Part&& part) {
  Texture texture;
  return find_texture(object, &texture) ? store(to, part(texture)) : musaErrorInvalidValue;
}

musaTextureDesc how(const Texture& texture) { return texture.how; }

}  // namespace

musaError_t musaCreateTextureObject(musaTextureObject_t* pTexObject,
                                    const musaResourceDesc* pResDesc,
                                    const musaTextureDesc* pTexDesc,
                                    const musaResourceViewDesc* pResViewDesc) {
  return api(__func__, [&] { return create(pTexObject, pResDesc, pTexDesc, pResViewDesc); });
}

musaError_t musaCreateTextureObject_v2(musaTextureObject_t* pTexObject,
                                       const musaResourceDesc* pResDesc,
                                       const musaTextureDesc* pTexDesc,
                                       const musaResourceViewDesc* pResViewDesc) {
  return api(__func__, [&] { return create(pTexObject, pResDesc, pTexDesc, pResViewDesc); });
}

musaError_t musaDestroyTextureObject(musaTextureObject_t texObject) {
  return api(__func__,
             [&] { return free_texture(texObject) ? musaSuccess : musaErrorInvalidValue; });
}

musaError_t musaGetTextureObjectResourceDesc(musaResourceDesc* pResDesc,
                                             musaTextureObject_t texObject) {
  return api(__func__, [&] {
    return part_of(texObject, pResDesc, [](const Texture& t) { return t.resource; });
  });
}

musaError_t musaGetTextureObjectTextureDesc(musaTextureDesc* pTexDesc,
                                            musaTextureObject_t texObject) {
  return api(__func__, [&] { return part_of(texObject, pTexDesc, how); });
}

musaError_t musaGetTextureObjectTextureDesc_v2(musaTextureDesc* pTexDesc,
                                               musaTextureObject_t texObject) {
  return api(__func__, [&] { return part_of(texObject, pTexDesc, how); });
}

// musaErrorInvalidValue when the object was made without one.
musaError_t musaGetTextureObjectResourceViewDesc(musaResourceViewDesc* pResViewDesc,
                                                 musaTextureObject_t texObject) {
  return api(__func__, [&]() -> musaError_t {
    Texture texture;
    return find_texture(texObject, &texture) && texture.view ? store(pResViewDesc, *texture.view)
                                                             : musaErrorInvalidValue;
  });
}

musaError_t musaCreateSurfaceObject(musaSurfaceObject_t* pSurfObject,
                                    const musaResourceDesc* pResDesc) {
  return api(__func__, [&]() -> musaError_t {
    const bool given = pSurfObject != nullptr && pResDesc != nullptr;
    return given ? make_surface(*pResDesc, pSurfObject) : musaErrorInvalidValue;
  });
}

musaError_t musaDestroySurfaceObject(musaSurfaceObject_t surfObject) {
  return api(__func__,
             [&] { return free_surface(surfObject) ? musaSuccess : musaErrorInvalidValue; });
}

musaError_t musaGetSurfaceObjectResourceDesc(musaResourceDesc* pResDesc,
                                             musaSurfaceObject_t surfObject) {
  return api(__func__, [&]() -> musaError_t {
    musaResourceDesc resource{};
    return find_surface(surfObject, &resource) ? store(pResDesc, resource) : musaErrorInvalidValue;
  });
}

musaChannelFormatDesc musaCreateChannelDesc(int x, int y, int z, int w, musaChannelFormatKind f) {
  const ApiCall call(__func__);
  return {x, y, z, w, f};
}

musaError_t musaDeviceGetTexture1DLinearMaxWidth(size_t* maxWidthInElements,
                                                 const musaChannelFormatDesc* fmtDesc, int device) {
  return ask(__func__, [&]() -> musaError_t {
    if (fmtDesc == nullptr) {
      return musaErrorInvalidValue;
    }
    return is_device(device)
               ? store(maxWidthInElements, device_properties(device).maxTexture1DLinear)
               : musaErrorInvalidDevice;
  });
}

// Nothing is kept in a cache.
musaError_t musaCtxResetPersistingL2Cache() {
  return api(__func__, [] { return musaSuccess; });
}
