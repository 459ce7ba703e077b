// Bindings of references: each is a texture or surface object that the reference owns.
#include "machine/array/reference.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>

#include "machine/array/array.h"
#include "machine/device/properties.h"
#include "machine/device/simulated_gpus.h"
#include "machine/memory/allocation.h"

namespace musasim {

namespace {

struct Binding {
  unsigned long long object = 0;
  std::size_t offset = 0;
};

// The references of one kind.
struct Table {
  std::mutex mutex;
  std::map<const void*, musaTextureReadMode> known;
  std::map<std::pair<const void*, int>, Binding> bound;  // by reference and device

  void note(const void* reference, musaTextureReadMode mode = musaReadModeElementType) {
    const std::lock_guard<std::mutex> lock(mutex);
    known[reference] = mode;
  }
  bool knows(const void* reference) {
    const std::lock_guard<std::mutex> lock(mutex);
    return known.count(reference) != 0;
  }
  musaTextureReadMode mode_of(const void* reference) {
    const std::lock_guard<std::mutex> lock(mutex);
    return known[reference];
  }
  // Its binding on the current device is this one now, or none; what was bound before.
  Binding exchange(const void* reference, const Binding& fresh) {
    const std::lock_guard<std::mutex> lock(mutex);
    Binding& place = bound[{reference, current_device()}];
    const Binding before = place;
    place = fresh;
    return before;
  }
  Binding find(const void* reference, int device) {
    const std::lock_guard<std::mutex> lock(mutex);
    const auto found = bound.find({reference, device});
    return found == bound.end() ? Binding() : found->second;
  }
};

Table& referenced_textures() {
  static Table* const table = new Table;
  return *table;
}

Table& referenced_surfaces() {
  static Table* const table = new Table;
  return *table;
}

musaTextureDesc how_of(const textureReference& reference) {
  musaTextureDesc how{};
  std::copy(std::begin(reference.addressMode), std::end(reference.addressMode), how.addressMode);
  how.filterMode = reference.filterMode;
  how.readMode = referenced_textures().mode_of(&reference);
  how.sRGB = reference.sRGB;
  how.normalizedCoords = reference.normalized;
  how.maxAnisotropy = reference.maxAnisotropy;
  how.mipmapFilterMode = reference.mipmapFilterMode;
  how.mipmapLevelBias = reference.mipmapLevelBias;
  how.minMipmapLevelClamp = reference.minMipmapLevelClamp;
  how.maxMipmapLevelClamp = reference.maxMipmapLevelClamp;
  how.disableTrilinearOptimization = reference.disableTrilinearOptimization;
  return how;
}

musaError_t bind(const textureReference& reference, const musaResourceDesc& resource,
                 std::size_t offset) {
  Texture texture;
  texture.resource = resource;
  texture.how = how_of(reference);
  Binding fresh;
  fresh.offset = offset;
  if (const musaError_t error = make_texture(texture, &fresh.object); error != musaSuccess) {
    return error;
  }
  if (const Binding before = referenced_textures().exchange(&reference, fresh);
      before.object != 0) {
    free_texture(before.object);
  }
  return musaSuccess;
}

// The checks of both functions for plain memory: how far the pointer is from its alignment, and the
// bytes that are left of its allocation.
musaError_t check_memory(std::size_t* offset, const textureReference* reference,
                         const void* pointer, const musaChannelFormatDesc* format,
                         std::size_t* distance, std::size_t* left) {
  if (!referenced_textures().knows(reference)) {
    return musaErrorInvalidTexture;
  }
  const Allocation what = find_allocation(pointer);
  if (!what || format == nullptr) {
    return musaErrorInvalidValue;
  }
  *distance = reinterpret_cast<std::uintptr_t>(pointer) %
              device_properties(current_device()).textureAlignment;
  *left = static_cast<std::size_t>(what.base + what.size - static_cast<const char*>(pointer));
  return offset == nullptr && *distance != 0 ? musaErrorInvalidValue : musaSuccess;
}

void* moved_back(const void* pointer, std::size_t distance) {
  return static_cast<char*>(const_cast<void*>(pointer)) - distance;
}

bool same_elements(const Array& array, const musaChannelFormatDesc* format) {
  return format != nullptr && element_size(*format) == array.element;
}

}  // namespace

void register_texture(const textureReference* reference, musaTextureReadMode mode) {
  referenced_textures().note(reference, mode);
}

void register_surface(const surfaceReference* reference) { referenced_surfaces().note(reference); }

musaError_t texture_reference(const void* symbol, const textureReference** reference) {
  if (!referenced_textures().knows(symbol)) {
    return musaErrorInvalidTexture;
  }
  *reference = static_cast<const textureReference*>(symbol);
  return musaSuccess;
}

musaError_t surface_reference(const void* symbol, const surfaceReference** reference) {
  if (!referenced_surfaces().knows(symbol)) {
    return musaErrorInvalidSurface;
  }
  *reference = static_cast<const surfaceReference*>(symbol);
  return musaSuccess;
}

musaError_t bind_linear(std::size_t* offset, const textureReference* reference, const void* pointer,
                        const musaChannelFormatDesc* format, std::size_t bytes) {
  std::size_t distance = 0;
  std::size_t left = 0;
  musaError_t error = check_memory(offset, reference, pointer, format, &distance, &left);
  if (error != musaSuccess) {
    return error;
  }
  musaResourceDesc resource{};
  resource.resType = musaResourceTypeLinear;
  resource.res.linear.devPtr = moved_back(pointer, distance);
  resource.res.linear.desc = *format;
  resource.res.linear.sizeInBytes = distance + std::min(bytes, left);
  error = bind(*reference, resource, distance);
  if (error == musaSuccess && offset != nullptr) {
    *offset = distance;
  }
  return error;
}

musaError_t bind_pitched(std::size_t* offset, const textureReference* reference,
                         const void* pointer, const musaChannelFormatDesc* format,
                         std::size_t width, std::size_t height, std::size_t pitch) {
  std::size_t distance = 0;
  std::size_t left = 0;
  musaError_t error = check_memory(offset, reference, pointer, format, &distance, &left);
  if (error != musaSuccess) {
    return error;
  }
  const std::size_t element = element_size(*format);
  if (element == 0) {
    return musaErrorInvalidChannelDescriptor;
  }
  const bool rows_fit = height != 0 && width <= left / element &&
                        (height == 1 || pitch <= (left - width * element) / (height - 1));
  if (!rows_fit) {
    return musaErrorInvalidValue;
  }
  musaResourceDesc resource{};
  resource.resType = musaResourceTypePitch2D;
  resource.res.pitch2D.devPtr = moved_back(pointer, distance);
  resource.res.pitch2D.desc = *format;
  resource.res.pitch2D.width = width;
  resource.res.pitch2D.height = height;
  resource.res.pitch2D.pitchInBytes = pitch;
  error = bind(*reference, resource, distance);
  if (error == musaSuccess && offset != nullptr) {
    *offset = distance;
  }
  return error;
}

musaError_t bind_array(const textureReference* reference, const void* array,
                       const musaChannelFormatDesc* format) {
  if (!referenced_textures().knows(reference)) {
    return musaErrorInvalidTexture;
  }
  const ArrayPtr found = find_array(array);
  if (!found || !same_elements(*found, format)) {
    return found ? musaErrorInvalidValue : musaErrorInvalidResourceHandle;
  }
  musaResourceDesc resource{};
  resource.resType = musaResourceTypeArray;
  resource.res.array.array = static_cast<musaArray_t>(const_cast<void*>(array));
  return bind(*reference, resource, 0);
}

musaError_t bind_mipmapped(const textureReference* reference, const void* array,
                           const musaChannelFormatDesc* format) {
  if (!referenced_textures().knows(reference)) {
    return musaErrorInvalidTexture;
  }
  const MipmappedArrayPtr found = find_mipmapped(array);
  if (!found || !same_elements(*found->levels.front(), format)) {
    return found ? musaErrorInvalidValue : musaErrorInvalidResourceHandle;
  }
  musaResourceDesc resource{};
  resource.resType = musaResourceTypeMipmappedArray;
  resource.res.mipmap.mipmap = static_cast<musaMipmappedArray_t>(const_cast<void*>(array));
  return bind(*reference, resource, 0);
}

musaError_t unbind_texture(const textureReference* reference) {
  if (!referenced_textures().knows(reference)) {
    return musaErrorInvalidTexture;
  }
  if (const Binding before = referenced_textures().exchange(reference, {}); before.object != 0) {
    free_texture(before.object);
  }
  return musaSuccess;
}

musaError_t bind_surface(const surfaceReference* reference, const void* array,
                         const musaChannelFormatDesc* format) {
  if (!referenced_surfaces().knows(reference)) {
    return musaErrorInvalidSurface;
  }
  const ArrayPtr found = find_array(array);
  if (!found || !same_elements(*found, format)) {
    return found ? musaErrorInvalidValue : musaErrorInvalidResourceHandle;
  }
  musaResourceDesc resource{};
  resource.resType = musaResourceTypeArray;
  resource.res.array.array = static_cast<musaArray_t>(const_cast<void*>(array));
  Binding fresh;
  if (const musaError_t error = make_surface(resource, &fresh.object); error != musaSuccess) {
    return error;
  }
  if (const Binding before = referenced_surfaces().exchange(reference, fresh); before.object != 0) {
    free_surface(before.object);
  }
  return musaSuccess;
}

musaError_t bound_texture(const textureReference* reference, Texture* texture,
                          std::size_t* offset) {
  if (!referenced_textures().knows(reference)) {
    return musaErrorInvalidTexture;
  }
  const Binding binding = referenced_textures().find(reference, current_device());
  if (binding.object == 0 || !find_texture(binding.object, texture)) {
    return musaErrorInvalidTextureBinding;
  }
  *offset = binding.offset;
  return musaSuccess;
}

musaTextureObject_t bound_object(const textureReference* reference, int device) {
  return referenced_textures().find(reference, device).object;
}

musaError_t bound_surface(const surfaceReference* reference, musaResourceDesc* resource) {
  const Binding binding = referenced_surfaces().find(reference, current_device());
  return binding.object != 0 && find_surface(binding.object, resource) ? musaSuccess
                                                                       : musaErrorInvalidSurface;
}

}  // namespace musasim
