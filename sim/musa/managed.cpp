// Managed memory: advice, prefetching, attachment to streams. The numbers of the enumerations are the
// runtime's too.
#include "machine/memory/advice.h"
#include "musa/api.h"

namespace d = musasim::driver;
namespace advice = musasim::advice;

namespace {

musaError_t read(MUmem_range_attribute attribute, MUdeviceptr address, std::size_t bytes,
                 void* data, std::size_t size) {
  return advice::range_attribute(d::pointer(address), bytes,
                                 static_cast<musaMemRangeAttribute>(attribute), data, size);
}

}  // namespace

MUresult muMemAdvise(MUdeviceptr devPtr, size_t count, MUmem_advise advice, MUdevice device) {
  return d::in_context(__func__, [&] {
    return advice::advise(d::pointer(devPtr), count, static_cast<musaMemoryAdvise>(advice), device);
  });
}

MUresult muMemPrefetchAsync(MUdeviceptr devPtr, size_t count, MUdevice dstDevice,
                            MUstream hStream) {
  return d::in_context(
      __func__, [&] { return advice::prefetch(d::pointer(devPtr), count, dstDevice, hStream); });
}

MUresult muMemRangeGetAttribute(void* data, size_t dataSize, MUmem_range_attribute attribute,
                                MUdeviceptr devPtr, size_t count) {
  return d::in_context(__func__, [&] { return read(attribute, devPtr, count, data, dataSize); });
}

MUresult muMemRangeGetAttributes(void** data, size_t* dataSizes, MUmem_range_attribute* attributes,
                                 size_t numAttributes, MUdeviceptr devPtr, size_t count) {
  return d::in_context(__func__, [&]() -> musaError_t {
    if (data == nullptr || dataSizes == nullptr || attributes == nullptr || numAttributes == 0) {
      return musaErrorInvalidValue;
    }
    for (size_t i = 0; i < numAttributes; ++i) {
      const musaError_t error = read(attributes[i], devPtr, count, data[i], dataSizes[i]);
      if (error != musaSuccess) {
        return error;
      }
    }
    return musaSuccess;
  });
}

MUresult muStreamAttachMemAsync(MUstream hStream, MUdeviceptr dptr, size_t length,
                                unsigned int flags) {
  return d::in_context(__func__,
                       [&] { return advice::attach(d::pointer(dptr), length, flags, hStream); });
}
