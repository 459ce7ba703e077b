// Questions about sparse, planar and deferred arrays. There are none of these (musaMalloc3DArray
// refuses them), so for every living array the question itself is wrong.
#include "machine/array/array.h"
#include "musart/api.h"

using namespace musasim;

namespace {

musaError_t not_of_the_kind(bool alive, const void* out) {
  return alive || out == nullptr ? musaErrorInvalidValue : musaErrorInvalidResourceHandle;
}

}  // namespace

musaError_t musaArrayGetPlane(musaArray_t* pPlaneArray, musaArray_t hArray, unsigned int) {
  return api(__func__, [&] { return not_of_the_kind(find_array(hArray) != nullptr, pPlaneArray); });
}

musaError_t musaArrayGetMemoryRequirements(musaArrayMemoryRequirements* memoryRequirements,
                                           musaArray_t array, int device) {
  return api(__func__, [&]() -> musaError_t {
    return is_device(device) ? not_of_the_kind(find_array(array) != nullptr, memoryRequirements)
                             : musaErrorInvalidDevice;
  });
}

musaError_t musaMipmappedArrayGetMemoryRequirements(musaArrayMemoryRequirements* memoryRequirements,
                                                    musaMipmappedArray_t mipmap, int device) {
  return api(__func__, [&]() -> musaError_t {
    return is_device(device)
               ? not_of_the_kind(find_mipmapped(mipmap) != nullptr, memoryRequirements)
               : musaErrorInvalidDevice;
  });
}

musaError_t musaArrayGetSparseProperties(musaArraySparseProperties* sparseProperties,
                                         musaArray_t array) {
  return api(__func__,
             [&] { return not_of_the_kind(find_array(array) != nullptr, sparseProperties); });
}

musaError_t musaMipmappedArrayGetSparseProperties(musaArraySparseProperties* sparseProperties,
                                                  musaMipmappedArray_t mipmap) {
  return api(__func__,
             [&] { return not_of_the_kind(find_mipmapped(mipmap) != nullptr, sparseProperties); });
}
