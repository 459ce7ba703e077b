// Managed memory: allocation, advice, prefetching, attachment to streams.
#include "machine/memory/advice.h"
#include "machine/memory/allocate.h"
#include "machine/stream/stream.h"
#include "musart/api.h"

using namespace musasim;

musaError_t musaMallocManaged(void** devPtr, size_t size, unsigned int flags) {
  return api(__func__, [&] {
    const musaError_t error = check_not_capturing();
    return error != musaSuccess ? error : allocate_managed(current_device(), size, flags, devPtr);
  });
}

musaError_t musaMemAdvise(const void* devPtr, size_t count, musaMemoryAdvise advice, int device) {
  return api(__func__, [&] { return advice::advise(devPtr, count, advice, device); });
}

musaError_t musaMemAdvise_v2(const void* devPtr, size_t count, musaMemoryAdvise advice,
                             musaMemLocation location) {
  return api(__func__, [&] {
    const bool known = location.type == musaMemLocationTypeDevice || !advice::needs_device(advice);
    return known ? advice::advise(devPtr, count, advice, location.id) : musaErrorInvalidValue;
  });
}

musaError_t musaMemPrefetchAsync(const void* devPtr, size_t count, int dstDevice,
                                 musaStream_t stream) {
  return api(__func__, [&] { return advice::prefetch(devPtr, count, dstDevice, stream); });
}

musaError_t musaMemPrefetchAsync_v2(const void* devPtr, size_t count, musaMemLocation location,
                                    unsigned int flags, musaStream_t stream) {
  return api(__func__, [&] {
    const bool known = location.type == musaMemLocationTypeDevice && flags == 0;
    return known ? advice::prefetch(devPtr, count, location.id, stream) : musaErrorInvalidValue;
  });
}

musaError_t musaMemRangeGetAttribute(void* data, size_t dataSize, musaMemRangeAttribute attribute,
                                     const void* devPtr, size_t count) {
  return api(__func__,
             [&] { return advice::range_attribute(devPtr, count, attribute, data, dataSize); });
}

musaError_t musaMemRangeGetAttributes(void** data, size_t* dataSizes,
                                      musaMemRangeAttribute* attributes, size_t numAttributes,
                                      const void* devPtr, size_t count) {
  return api(__func__, [&]() -> musaError_t {
    if (data == nullptr || dataSizes == nullptr || attributes == nullptr || numAttributes == 0) {
      return musaErrorInvalidValue;
    }
    for (size_t i = 0; i < numAttributes; ++i) {
      const musaError_t error =
          advice::range_attribute(devPtr, count, attributes[i], data[i], dataSizes[i]);
      if (error != musaSuccess) {
        return error;
      }
    }
    return musaSuccess;
  });
}

musaError_t musaStreamAttachMemAsync(musaStream_t stream, void* devPtr, size_t length,
                                     unsigned int flags) {
  return api(__func__, [&] { return advice::attach(devPtr, length, flags, stream); });
}
