// Arrays: making, describing, and copies of bytes to and from them. Rectangles and boxes are in
// copy_box.cpp.
#include "machine/array/array.h"

#include "musa/copy.h"

namespace d = musasim::driver;
using musasim::ArrayPtr;

namespace {

struct Format {
  MUarray_format format;
  int bits;
  musaChannelFormatKind kind;
};

constexpr Format kFormats[] = {
    {MU_AD_FORMAT_UNSIGNED_INT8, 8, musaChannelFormatKindUnsigned},
    {MU_AD_FORMAT_UNSIGNED_INT16, 16, musaChannelFormatKindUnsigned},
    {MU_AD_FORMAT_UNSIGNED_INT32, 32, musaChannelFormatKindUnsigned},
    {MU_AD_FORMAT_SIGNED_INT8, 8, musaChannelFormatKindSigned},
    {MU_AD_FORMAT_SIGNED_INT16, 16, musaChannelFormatKindSigned},
    {MU_AD_FORMAT_SIGNED_INT32, 32, musaChannelFormatKindSigned},
    {MU_AD_FORMAT_HALF, 16, musaChannelFormatKindFloat},
    {MU_AD_FORMAT_FLOAT, 32, musaChannelFormatKindFloat},
};

musaError_t channels_of(MUarray_format format, unsigned count, musaChannelFormatDesc* channels) {
  for (const Format& known : kFormats) {
    if (known.format == format && (count == 1 || count == 2 || count == 4)) {
      const int second = count > 1 ? known.bits : 0;
      const int rest = count > 2 ? known.bits : 0;
      *channels = {known.bits, second, rest, rest, known.kind};
      return musaSuccess;
    }
  }
  return musaErrorInvalidValue;
}

MUSA_ARRAY3D_DESCRIPTOR description_of(const musasim::Array& array) {
  MUSA_ARRAY3D_DESCRIPTOR description{};
  description.Width = array.extent.width;
  description.Height = array.extent.height;
  description.Depth = array.extent.depth;
  description.Flags = array.flags;
  for (const Format& known : kFormats) {
    if (known.bits == array.format.x && known.kind == array.format.f) {
      description.Format = known.format;
    }
  }
  description.NumChannels = array.format.y == 0 ? 1 : array.format.z == 0 ? 2 : 4;
  return description;
}

// The numbers of the flags are the runtime's too.
musaError_t create(MUarray* array, const MUSA_ARRAY3D_DESCRIPTOR& description) {
  musaChannelFormatDesc channels{};
  if (const musaError_t error = channels_of(description.Format, description.NumChannels, &channels);
      error != musaSuccess) {
    return error;
  }
  ArrayPtr made;
  const musaError_t error = musasim::make_array(
      musasim::current_device(), channels,
      {description.Width, description.Height, description.Depth}, description.Flags, &made);
  return error != musaSuccess ? error : d::store(array, reinterpret_cast<MUarray>(made.get()));
}

// The bytes of an array from an offset on.
musaError_t bytes_of(MUarray handle, std::size_t offset, std::size_t count, void** pointer) {
  const ArrayPtr array = musasim::find_array(handle);
  if (!array) {
    return musaErrorInvalidResourceHandle;
  }
  if (offset > array->bytes() || count > array->bytes() - offset) {
    return musaErrorInvalidValue;
  }
  *pointer = static_cast<char*>(array->memory) + offset;
  return musaSuccess;
}

musaError_t from_array(void* to, MUarray from, std::size_t offset, std::size_t bytes,
                       musaMemcpyKind kind, MUstream stream, bool wait) {
  void* pointer = nullptr;
  const musaError_t error = bytes_of(from, offset, bytes, &pointer);
  return error != musaSuccess ? error : d::copy_bytes(to, pointer, bytes, kind, stream, wait);
}

musaError_t to_array(MUarray to, std::size_t offset, const void* from, std::size_t bytes,
                     musaMemcpyKind kind, MUstream stream, bool wait) {
  void* pointer = nullptr;
  const musaError_t error = bytes_of(to, offset, bytes, &pointer);
  return error != musaSuccess ? error : d::copy_bytes(pointer, from, bytes, kind, stream, wait);
}

}  // namespace

MUresult muArrayCreate(MUarray* pHandle, const MUSA_ARRAY_DESCRIPTOR* pAllocateArray) {
  return d::in_context(__func__, [&] {
    if (pHandle == nullptr || pAllocateArray == nullptr) {
      return musaErrorInvalidValue;
    }
    return create(pHandle, {pAllocateArray->Width, pAllocateArray->Height, 0,
                            pAllocateArray->Format, pAllocateArray->NumChannels, 0});
  });
}

MUresult muArray3DCreate(MUarray* pHandle, const MUSA_ARRAY3D_DESCRIPTOR* pAllocateArray) {
  return d::in_context(__func__, [&] {
    return pHandle == nullptr || pAllocateArray == nullptr ? musaErrorInvalidValue
                                                           : create(pHandle, *pAllocateArray);
  });
}

MUresult muArrayDestroy(MUarray hArray) {
  return d::in_context(__func__, [&] { return musasim::free_array(hArray); });
}

MUresult muArrayGetDescriptor(MUSA_ARRAY_DESCRIPTOR* pArrayDescriptor, MUarray hArray) {
  return d::in_context(__func__, [&]() -> musaError_t {
    const ArrayPtr array = musasim::find_array(hArray);
    if (!array) {
      return musaErrorInvalidResourceHandle;
    }
    const MUSA_ARRAY3D_DESCRIPTOR all = description_of(*array);
    return d::store(pArrayDescriptor,
                    MUSA_ARRAY_DESCRIPTOR{all.Width, all.Height, all.Format, all.NumChannels});
  });
}

MUresult muArray3DGetDescriptor(MUSA_ARRAY3D_DESCRIPTOR* pArrayDescriptor, MUarray hArray) {
  return d::in_context(__func__, [&]() -> musaError_t {
    const ArrayPtr array = musasim::find_array(hArray);
    return array ? d::store(pArrayDescriptor, description_of(*array))
                 : musaErrorInvalidResourceHandle;
  });
}

MUresult muMemcpyAtoH(void* dstHost, MUarray srcArray, size_t srcOffset, size_t ByteCount) {
  return d::in_context(__func__, [&] {
    return from_array(dstHost, srcArray, srcOffset, ByteCount, musaMemcpyDeviceToHost, nullptr,
                      true);
  });
}

MUresult muMemcpyAtoHAsync(void* dstHost, MUarray srcArray, size_t srcOffset, size_t ByteCount,
                           MUstream hStream) {
  return d::in_context(__func__, [&] {
    return from_array(dstHost, srcArray, srcOffset, ByteCount, musaMemcpyDeviceToHost, hStream,
                      false);
  });
}

MUresult muMemcpyHtoA(MUarray dstArray, size_t dstOffset, const void* srcHost, size_t ByteCount) {
  return d::in_context(__func__, [&] {
    return to_array(dstArray, dstOffset, srcHost, ByteCount, musaMemcpyHostToDevice, nullptr, true);
  });
}

MUresult muMemcpyHtoAAsync(MUarray dstArray, size_t dstOffset, const void* srcHost,
                           size_t ByteCount, MUstream hStream) {
  return d::in_context(__func__, [&] {
    return to_array(dstArray, dstOffset, srcHost, ByteCount, musaMemcpyHostToDevice, hStream,
                    false);
  });
}

MUresult muMemcpyAtoD(MUdeviceptr dstDevice, MUarray srcArray, size_t srcOffset, size_t ByteCount) {
  return d::in_context(__func__, [&] {
    return from_array(d::pointer(dstDevice), srcArray, srcOffset, ByteCount,
                      musaMemcpyDeviceToDevice, nullptr, true);
  });
}

MUresult muMemcpyDtoA(MUarray dstArray, size_t dstOffset, MUdeviceptr srcDevice, size_t ByteCount) {
  return d::in_context(__func__, [&] {
    return to_array(dstArray, dstOffset, d::pointer(srcDevice), ByteCount, musaMemcpyDeviceToDevice,
                    nullptr, true);
  });
}

MUresult muMemcpyAtoA(MUarray dstArray, size_t dstOffset, MUarray srcArray, size_t srcOffset,
                      size_t ByteCount) {
  return d::in_context(__func__, [&] {
    void* to = nullptr;
    const musaError_t error = bytes_of(dstArray, dstOffset, ByteCount, &to);
    return error != musaSuccess ? error
                                : from_array(to, srcArray, srcOffset, ByteCount,
                                             musaMemcpyDeviceToDevice, nullptr, true);
  });
}
