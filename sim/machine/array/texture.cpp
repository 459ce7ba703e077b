// The objects, by number.
#include "machine/array/texture.h"

#include <cstdint>
#include <map>
#include <mutex>

#include "machine/array/array.h"
#include "machine/device/properties.h"
#include "machine/device/simulated_gpus.h"

namespace musasim {

namespace {

template <class T>
class Objects {
 public:
  unsigned long long add(const T& object) {
    const std::lock_guard<std::mutex> lock(mutex_);
    objects_[++last_] = object;
    return last_;
  }
  bool find(unsigned long long number, T* object) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = objects_.find(number);
    if (found != objects_.end() && object != nullptr) {
      *object = found->second;
    }
    return found != objects_.end();
  }
  bool remove(unsigned long long number) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return objects_.erase(number) != 0;
  }

 private:
  std::mutex mutex_;
  std::map<unsigned long long, T> objects_;
  unsigned long long last_ = 0;
};

Objects<Texture>& textures() {
  static auto* const all = new Objects<Texture>;
  return *all;
}

Objects<musaResourceDesc>& surfaces() {
  static auto* const all = new Objects<musaResourceDesc>;
  return *all;
}

bool aligned(const void* pointer, std::size_t alignment) {
  return pointer != nullptr && reinterpret_cast<std::uintptr_t>(pointer) % alignment == 0;
}

musaError_t check_linear(const musaResourceDesc& resource, const musaDeviceProp& p) {
  const auto& linear = resource.res.linear;
  const std::size_t element = element_size(linear.desc);
  if (element == 0) {
    return musaErrorInvalidChannelDescriptor;
  }
  const bool fits = linear.sizeInBytes / element <= static_cast<std::size_t>(p.maxTexture1DLinear);
  return aligned(linear.devPtr, p.textureAlignment) && linear.sizeInBytes >= element && fits
             ? musaSuccess
             : musaErrorInvalidValue;
}

musaError_t check_pitched(const musaResourceDesc& resource, const musaDeviceProp& p) {
  const auto& pitched = resource.res.pitch2D;
  const std::size_t element = element_size(pitched.desc);
  if (element == 0) {
    return musaErrorInvalidChannelDescriptor;
  }
  const bool fits = pitched.width <= static_cast<std::size_t>(p.maxTexture2DLinear[0]) &&
                    pitched.height <= static_cast<std::size_t>(p.maxTexture2DLinear[1]) &&
                    pitched.pitchInBytes <= static_cast<std::size_t>(p.maxTexture2DLinear[2]);
  const bool rows = pitched.width > 0 && pitched.height > 0 &&
                    pitched.pitchInBytes >= pitched.width * element &&
                    pitched.pitchInBytes % p.texturePitchAlignment == 0;
  return aligned(pitched.devPtr, p.textureAlignment) && fits && rows ? musaSuccess
                                                                     : musaErrorInvalidValue;
}

musaError_t check_resource(const musaResourceDesc& resource) {
  const musaDeviceProp& p = device_properties(current_device());
  switch (resource.resType) {
    case musaResourceTypeArray:
      return find_array(resource.res.array.array) ? musaSuccess : musaErrorInvalidResourceHandle;
    case musaResourceTypeMipmappedArray:
      return find_mipmapped(resource.res.mipmap.mipmap) ? musaSuccess
                                                        : musaErrorInvalidResourceHandle;
    case musaResourceTypeLinear: return check_linear(resource, p);
    case musaResourceTypePitch2D: return check_pitched(resource, p);
    default: return musaErrorInvalidValue;
  }
}

bool is_array(const musaResourceDesc& resource) {
  return resource.resType == musaResourceTypeArray ||
         resource.resType == musaResourceTypeMipmappedArray;
}

bool is_how(const musaTextureDesc& how) {
  for (const musaTextureAddressMode mode : how.addressMode) {
    if (mode < musaAddressModeWrap || mode > musaAddressModeBorder) {
      return false;
    }
  }
  return how.filterMode >= musaFilterModePoint && how.filterMode <= musaFilterModeLinear &&
         how.readMode >= musaReadModeElementType && how.readMode <= musaReadModeNormalizedFloat;
}

}  // namespace

musaError_t make_texture(const Texture& texture, musaTextureObject_t* object) {
  if (!is_how(texture.how) || (texture.view && !is_array(texture.resource))) {
    return musaErrorInvalidValue;
  }
  const musaError_t error = check_resource(texture.resource);
  if (error == musaSuccess) {
    *object = textures().add(texture);
  }
  return error;
}

bool find_texture(musaTextureObject_t object, Texture* texture) {
  return textures().find(object, texture);
}

bool free_texture(musaTextureObject_t object) { return textures().remove(object); }

musaError_t make_surface(const musaResourceDesc& resource, musaSurfaceObject_t* object) {
  if (resource.resType != musaResourceTypeArray) {
    return musaErrorInvalidValue;
  }
  const ArrayPtr array = find_array(resource.res.array.array);
  if (!array) {
    return musaErrorInvalidResourceHandle;
  }
  if ((array->flags & musaArraySurfaceLoadStore) == 0) {
    return musaErrorInvalidValue;
  }
  *object = surfaces().add(resource);
  return musaSuccess;
}

bool find_surface(musaSurfaceObject_t object, musaResourceDesc* resource) {
  return surfaces().find(object, resource);
}

bool free_surface(musaSurfaceObject_t object) { return surfaces().remove(object); }

}  // namespace musasim
