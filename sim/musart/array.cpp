// Arrays: allocation, and what is known of them. Copies are in array_copy.cpp.
#include "machine/array/array.h"

#include "musart/api.h"

using namespace musasim;

namespace {

musaError_t make(musaArray_t* array, const musaChannelFormatDesc* desc, const musaExtent& extent,
                 unsigned flags) {
  if (array == nullptr || desc == nullptr) {
    return musaErrorInvalidValue;
  }
  ArrayPtr made;
  const musaError_t error = make_array(current_device(), *desc, extent, flags, &made);
  if (error == musaSuccess) {
    *array = reinterpret_cast<musaArray_t>(made.get());
  }
  return error;
}

}  // namespace

musaError_t musaMallocArray(musaArray_t* array, const musaChannelFormatDesc* desc, size_t width,
                            size_t height, unsigned int flags) {
  return api(__func__, [&]() -> musaError_t {
    const bool only_3d = (flags & (musaArrayLayered | musaArrayCubemap)) != 0;
    return only_3d ? musaErrorInvalidValue : make(array, desc, {width, height, 0}, flags);
  });
}

musaError_t musaMalloc3DArray(musaArray_t* array, const musaChannelFormatDesc* desc,
                              musaExtent extent, unsigned int flags) {
  return api(__func__, [&] { return make(array, desc, extent, flags); });
}

musaError_t musaFreeArray(musaArray_t array) {
  return api(__func__, [&] { return array == nullptr ? musaSuccess : free_array(array); });
}

// Each of the three may be null.
musaError_t musaArrayGetInfo(musaChannelFormatDesc* desc, musaExtent* extent, unsigned int* flags,
                             musaArray_t array) {
  return api(__func__, [&]() -> musaError_t {
    const ArrayPtr found = find_array(array);
    if (!found) {
      return musaErrorInvalidResourceHandle;
    }
    if (desc != nullptr) {
      *desc = found->format;
    }
    if (extent != nullptr) {
      *extent = found->extent;
    }
    if (flags != nullptr) {
      *flags = found->flags;
    }
    return musaSuccess;
  });
}

musaError_t musaGetChannelDesc(musaChannelFormatDesc* desc, musaArray_const_t array) {
  return api(__func__, [&]() -> musaError_t {
    const ArrayPtr found = find_array(array);
    return found ? store(desc, found->format) : musaErrorInvalidResourceHandle;
  });
}

musaError_t musaMallocMipmappedArray(musaMipmappedArray_t* mipmappedArray,
                                     const musaChannelFormatDesc* desc, musaExtent extent,
                                     unsigned int numLevels, unsigned int flags) {
  return api(__func__, [&]() -> musaError_t {
    if (mipmappedArray == nullptr || desc == nullptr) {
      return musaErrorInvalidValue;
    }
    MipmappedArrayPtr made;
    const musaError_t error =
        make_mipmapped(current_device(), *desc, extent, numLevels, flags, &made);
    if (error == musaSuccess) {
      *mipmappedArray = reinterpret_cast<musaMipmappedArray_t>(made.get());
    }
    return error;
  });
}

musaError_t musaGetMipmappedArrayLevel(musaArray_t* levelArray,
                                       musaMipmappedArray_const_t mipmappedArray,
                                       unsigned int level) {
  return api(__func__, [&]() -> musaError_t {
    const MipmappedArrayPtr found = find_mipmapped(mipmappedArray);
    if (!found) {
      return musaErrorInvalidResourceHandle;
    }
    if (levelArray == nullptr || level >= found->levels.size()) {
      return musaErrorInvalidValue;
    }
    *levelArray = reinterpret_cast<musaArray_t>(found->levels[level].get());
    return musaSuccess;
  });
}

musaError_t musaFreeMipmappedArray(musaMipmappedArray_t mipmappedArray) {
  return api(__func__, [&] {
    return mipmappedArray == nullptr ? musaSuccess : free_mipmapped(mipmappedArray);
  });
}
