// Managed memory: advice, prefetching, attachment to streams.
#include <cstring>

#include "machine/memory/advice.h"
#include "machine/stream/stream.h"
#include "musa/api.h"

namespace d = musasim::driver;
using musasim::Allocation;
using musasim::advice::Advice;

namespace {

constexpr int kHost = -1;  // MU_DEVICE_CPU

// The range lies in one managed allocation.
musaError_t find_managed(MUdeviceptr address, std::size_t bytes, Allocation* what) {
  *what = musasim::find_allocation(d::pointer(address));
  const bool managed = what->kind == musasim::MemoryKind::kManaged;
  const std::size_t left = managed ? d::address(what->base) + what->size - address : 0;
  return managed && bytes != 0 && bytes <= left ? musaSuccess : musaErrorInvalidValue;
}

bool is_location(int device) { return device == kHost || d::is_device(device); }

using Apply = void (*)(Advice&, int);

Apply what_to_apply(MUmem_advise kind) {
  switch (kind) {
    case MU_MEM_ADVISE_SET_READ_MOSTLY: return [](Advice& a, int) { a.read_mostly = true; };
    case MU_MEM_ADVISE_UNSET_READ_MOSTLY: return [](Advice& a, int) { a.read_mostly = false; };
    case MU_MEM_ADVISE_SET_PREFERRED_LOCATION: return [](Advice& a, int to) { a.preferred = to; };
    case MU_MEM_ADVISE_UNSET_PREFERRED_LOCATION:
      return [](Advice& a, int) { a.preferred = musasim::advice::kNowhere; };
    case MU_MEM_ADVISE_SET_ACCESSED_BY: return [](Advice& a, int by) { a.accessed_by.insert(by); };
    case MU_MEM_ADVISE_UNSET_ACCESSED_BY: return [](Advice& a, int by) { a.accessed_by.erase(by); };
    default: return nullptr;
  }
}

bool needs_device(MUmem_advise kind) {
  return kind == MU_MEM_ADVISE_SET_PREFERRED_LOCATION || kind == MU_MEM_ADVISE_SET_ACCESSED_BY ||
         kind == MU_MEM_ADVISE_UNSET_ACCESSED_BY;
}

musaError_t advise(MUdeviceptr address, std::size_t bytes, MUmem_advise kind, int device) {
  const Apply apply = what_to_apply(kind);
  Allocation what;
  if (apply == nullptr || find_managed(address, bytes, &what) != musaSuccess) {
    return musaErrorInvalidValue;
  }
  if (needs_device(kind) && !is_location(device)) {
    return musaErrorInvalidDevice;
  }
  musasim::advice::change(what, d::pointer(address), bytes, apply, device);
  return musaSuccess;
}

musaError_t prefetch(MUdeviceptr address, std::size_t bytes, int device, MUstream stream) {
  Allocation what;
  if (find_managed(address, bytes, &what) != musaSuccess) {
    return musaErrorInvalidValue;
  }
  if (!is_location(device)) {
    return musaErrorInvalidDevice;
  }
  musasim::Operation operation;  // nothing moves, but it takes its place in the stream
  operation.name = "muMemPrefetchAsync";
  const musaError_t error = musasim::submit(stream, std::move(operation));
  if (error == musaSuccess) {
    musasim::advice::change(
        what, d::pointer(address), bytes, [](Advice& a, int to) { a.prefetched = to; }, device);
  }
  return error;
}

musaError_t write_devices(const Advice& found, void* data, std::size_t size) {
  if (size == 0 || size % sizeof(int) != 0) {
    return musaErrorInvalidValue;
  }
  int* const out = static_cast<int*>(data);
  std::size_t index = 0;
  for (const int device : found.accessed_by) {
    if (index < size / sizeof(int)) {
      out[index++] = device;
    }
  }
  while (index < size / sizeof(int)) {
    out[index++] = musasim::advice::kNowhere;
  }
  return musaSuccess;
}

musaError_t write_attribute(const Advice& found, MUmem_range_attribute attribute, void* data,
                            std::size_t size) {
  if (attribute == MU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY) {
    return write_devices(found, data, size);
  }
  int value = 0;
  switch (attribute) {
    case MU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY: value = found.read_mostly ? 1 : 0; break;
    case MU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION: value = found.preferred; break;
    case MU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION: value = found.prefetched; break;
    default: return musaErrorInvalidValue;
  }
  if (size != sizeof value) {
    return musaErrorInvalidValue;
  }
  std::memcpy(data, &value, sizeof value);
  return musaSuccess;
}

}  // namespace

MUresult muMemAdvise(MUdeviceptr devPtr, size_t count, MUmem_advise advice, MUdevice device) {
  return d::in_context(__func__, [&] { return advise(devPtr, count, advice, device); });
}

MUresult muMemPrefetchAsync(MUdeviceptr devPtr, size_t count, MUdevice dstDevice,
                            MUstream hStream) {
  return d::in_context(__func__, [&] { return prefetch(devPtr, count, dstDevice, hStream); });
}

MUresult muMemRangeGetAttribute(void* data, size_t dataSize, MUmem_range_attribute attribute,
                                MUdeviceptr devPtr, size_t count) {
  return d::in_context(__func__, [&] {
    Allocation what;
    if (data == nullptr || find_managed(devPtr, count, &what) != musaSuccess) {
      return musaErrorInvalidValue;
    }
    return write_attribute(musasim::advice::common(what, d::pointer(devPtr), count), attribute,
                           data, dataSize);
  });
}

MUresult muMemRangeGetAttributes(void** data, size_t* dataSizes, MUmem_range_attribute* attributes,
                                 size_t numAttributes, MUdeviceptr devPtr, size_t count) {
  return d::in_context(__func__, [&] {
    Allocation what;
    if (data == nullptr || dataSizes == nullptr || attributes == nullptr || numAttributes == 0 ||
        find_managed(devPtr, count, &what) != musaSuccess) {
      return musaErrorInvalidValue;
    }
    const Advice found = musasim::advice::common(what, d::pointer(devPtr), count);
    for (size_t i = 0; i < numAttributes; ++i) {
      const musaError_t error = data[i] == nullptr
                                    ? musaErrorInvalidValue
                                    : write_attribute(found, attributes[i], data[i], dataSizes[i]);
      if (error != musaSuccess) {
        return error;
      }
    }
    return musaSuccess;
  });
}

MUresult muStreamAttachMemAsync(MUstream hStream, MUdeviceptr dptr, size_t length,
                                unsigned int flags) {
  return d::in_context(__func__, [&] {
    const bool known = flags == MU_MEM_ATTACH_GLOBAL || flags == MU_MEM_ATTACH_HOST ||
                       flags == MU_MEM_ATTACH_SINGLE;
    const Allocation what = musasim::find_allocation(d::pointer(dptr));
    const bool whole = length == 0 || (what.base == d::pointer(dptr) && length == what.size);
    if (!known || what.kind != musasim::MemoryKind::kManaged || !whole) {
      return musaErrorInvalidValue;
    }
    // The host can always reach managed memory here: only the order in the stream matters.
    musasim::Operation operation;
    operation.name = "muStreamAttachMemAsync";
    return musasim::submit(hStream, std::move(operation));
  });
}
