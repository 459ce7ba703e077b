// Making, finding and freeing arrays.
#include "machine/array/array.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "machine/array/format.h"
#include "machine/context/context.h"
#include "machine/memory/allocate.h"

namespace musasim {

namespace {

struct Arrays {
  std::mutex mutex;
  std::map<const void*, ArrayPtr> arrays;
  std::map<const void*, MipmappedArrayPtr> mipmapped;
};

Arrays& living() {
  static Arrays* const all = new Arrays;
  return *all;
}

template <class Map>
typename Map::mapped_type look_up(const Map& map, const void* handle) {
  const auto found = map.find(handle);
  return found == map.end() ? nullptr : found->second;
}

// Half the size, but at least one where there is any.
std::size_t halved(std::size_t size, unsigned times) {
  return size == 0 ? 0 : std::max<std::size_t>(size >> times, 1);
}

musaExtent level_extent(const musaExtent& extent, unsigned level, bool layered) {
  return {halved(extent.width, level), halved(extent.height, level),
          layered ? extent.depth : halved(extent.depth, level)};
}

unsigned most_levels(const musaExtent& extent, bool layered) {
  std::size_t longest = std::max(extent.width, extent.height);
  longest = layered ? longest : std::max(longest, extent.depth);
  unsigned levels = 1;
  while (longest > 1) {
    longest >>= 1;
    ++levels;
  }
  return levels;
}

void forget(const Array& array) {
  const std::lock_guard<std::mutex> lock(living().mutex);
  living().arrays.erase(&array);
}

musaError_t release(const Array& array) {
  forget(array);
  return free_device(array.memory);
}

}  // namespace

musaError_t make_array(int device, const musaChannelFormatDesc& format, const musaExtent& extent,
                       unsigned flags, ArrayPtr* array) {
  const std::size_t element = element_size(format);
  if (element == 0) {
    return musaErrorInvalidChannelDescriptor;
  }
  if (const musaError_t error = check_array(extent, flags, device); error != musaSuccess) {
    return error;
  }
  auto made = std::make_shared<Array>();
  made->device = device;
  made->context = current_owner();
  made->format = format;
  made->extent = extent;
  made->flags = flags;
  made->element = element;
  made->rows = std::max<std::size_t>(extent.height, 1);
  made->planes = std::max<std::size_t>(extent.depth, 1);
  const musaError_t error = allocate_device(device, made->bytes(), &made->memory);
  if (error != musaSuccess) {
    return error;
  }
  const std::lock_guard<std::mutex> lock(living().mutex);
  living().arrays[made.get()] = made;
  *array = std::move(made);
  return musaSuccess;
}

ArrayPtr find_array(const void* handle) noexcept {
  const std::lock_guard<std::mutex> lock(living().mutex);
  return look_up(living().arrays, handle);
}

musaError_t free_array(const void* handle) {
  const ArrayPtr array = find_array(handle);
  if (!array) {
    return musaErrorInvalidResourceHandle;
  }
  return array->is_level ? musaErrorInvalidValue : release(*array);
}

musaError_t make_mipmapped(int device, const musaChannelFormatDesc& format,
                           const musaExtent& extent, unsigned levels, unsigned flags,
                           MipmappedArrayPtr* array) {
  const bool layered = (flags & (musaArrayLayered | musaArrayCubemap)) != 0;
  if (levels == 0) {
    return musaErrorInvalidValue;
  }
  auto made = std::make_shared<MipmappedArray>();
  const unsigned count = std::min(levels, most_levels(extent, layered));
  for (unsigned level = 0; level < count; ++level) {
    ArrayPtr one;
    const musaError_t error =
        make_array(device, format, level_extent(extent, level, layered), flags, &one);
    if (error != musaSuccess) {
      for (const ArrayPtr& before : made->levels) {
        release(*before);
      }
      return error;
    }
    one->is_level = true;
    made->levels.push_back(std::move(one));
  }
  const std::lock_guard<std::mutex> lock(living().mutex);
  living().mipmapped[made.get()] = made;
  *array = std::move(made);
  return musaSuccess;
}

MipmappedArrayPtr find_mipmapped(const void* handle) noexcept {
  const std::lock_guard<std::mutex> lock(living().mutex);
  return look_up(living().mipmapped, handle);
}

musaError_t free_mipmapped(const void* handle) {
  const MipmappedArrayPtr array = find_mipmapped(handle);
  if (!array) {
    return musaErrorInvalidResourceHandle;
  }
  {
    const std::lock_guard<std::mutex> lock(living().mutex);
    living().mipmapped.erase(handle);
  }
  musaError_t error = musaSuccess;
  for (const ArrayPtr& level : array->levels) {
    const musaError_t freed = release(*level);
    error = error != musaSuccess ? error : freed;
  }
  return error;
}

void forget_arrays(int device, unsigned long long context) noexcept {
  const auto chosen = [&](const Array& array) {
    return array.device == device && array.context == context;
  };
  const std::lock_guard<std::mutex> lock(living().mutex);
  auto& mipmapped = living().mipmapped;
  for (auto it = mipmapped.begin(); it != mipmapped.end();) {
    it = chosen(*it->second->levels.front()) ? mipmapped.erase(it) : std::next(it);
  }
  auto& arrays = living().arrays;
  for (auto it = arrays.begin(); it != arrays.end();) {
    it = chosen(*it->second) ? arrays.erase(it) : std::next(it);
  }
}

}  // namespace musasim
