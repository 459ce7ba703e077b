// Managed memory: allocation, advice, prefetching, attachment to streams.
#include <cstring>

#include "machine/memory/advice.h"
#include "machine/memory/allocate.h"
#include "machine/stream/stream.h"
#include "musart/api.h"

using namespace musasim;
using advice::Advice;

namespace {

constexpr int kHost = -1;  // musaCpuDeviceId

// The range lies in one managed allocation.
musaError_t find_managed(const void* pointer, std::size_t bytes, Allocation* what) {
  *what = find_allocation(pointer);
  const bool managed = what->kind == MemoryKind::kManaged;
  const auto left =
      static_cast<std::size_t>(what->base + what->size - static_cast<const char*>(pointer));
  return managed && bytes != 0 && bytes <= left ? musaSuccess : musaErrorInvalidValue;
}

bool is_location(int device) { return device == kHost || is_device(device); }

using Apply = void (*)(Advice&, int);

Apply what_to_apply(musaMemoryAdvise kind) {
  switch (kind) {
    case musaMemAdviseSetReadMostly: return [](Advice& a, int) { a.read_mostly = true; };
    case musaMemAdviseUnsetReadMostly: return [](Advice& a, int) { a.read_mostly = false; };
    case musaMemAdviseSetPreferredLocation: return [](Advice& a, int d) { a.preferred = d; };
    case musaMemAdviseUnsetPreferredLocation:
      return [](Advice& a, int) { a.preferred = advice::kNowhere; };
    case musaMemAdviseSetAccessedBy: return [](Advice& a, int d) { a.accessed_by.insert(d); };
    case musaMemAdviseUnsetAccessedBy: return [](Advice& a, int d) { a.accessed_by.erase(d); };
    default: return nullptr;
  }
}

bool needs_device(musaMemoryAdvise kind) {
  return kind == musaMemAdviseSetPreferredLocation || kind == musaMemAdviseSetAccessedBy ||
         kind == musaMemAdviseUnsetAccessedBy;
}

musaError_t advise(const void* pointer, std::size_t bytes, musaMemoryAdvise kind, int device) {
  const Apply apply = what_to_apply(kind);
  Allocation what;
  if (apply == nullptr || find_managed(pointer, bytes, &what) != musaSuccess) {
    return musaErrorInvalidValue;
  }
  if (needs_device(kind) && !is_location(device)) {
    return musaErrorInvalidDevice;
  }
  advice::change(what, pointer, bytes, apply, device);
  return musaSuccess;
}

musaError_t prefetch(const void* pointer, std::size_t bytes, int device, musaStream_t stream) {
  Allocation what;
  if (find_managed(pointer, bytes, &what) != musaSuccess) {
    return musaErrorInvalidValue;
  }
  if (!is_location(device)) {
    return musaErrorInvalidDevice;
  }
  Operation operation;  // nothing moves, but it takes its place in the stream
  operation.name = "musaMemPrefetchAsync";
  const musaError_t error = submit(stream, std::move(operation));
  if (error == musaSuccess) {
    advice::change(what, pointer, bytes, [](Advice& a, int d) { a.prefetched = d; }, device);
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
    out[index++] = advice::kNowhere;
  }
  return musaSuccess;
}

musaError_t write_attribute(const Advice& found, musaMemRangeAttribute attribute, void* data,
                            std::size_t size) {
  if (attribute == musaMemRangeAttributeAccessedBy) {
    return write_devices(found, data, size);
  }
  int value = 0;
  switch (attribute) {
    case musaMemRangeAttributeReadMostly: value = found.read_mostly ? 1 : 0; break;
    case musaMemRangeAttributePreferredLocation: value = found.preferred; break;
    case musaMemRangeAttributeLastPrefetchLocation: value = found.prefetched; break;
    default: return musaErrorInvalidValue;
  }
  if (size != sizeof value) {
    return musaErrorInvalidValue;
  }
  std::memcpy(data, &value, sizeof value);
  return musaSuccess;
}

}  // namespace

musaError_t musaMallocManaged(void** devPtr, size_t size, unsigned int flags) {
  return api(__func__, [&] {
    const musaError_t error = check_not_capturing();
    return error != musaSuccess ? error : allocate_managed(current_device(), size, flags, devPtr);
  });
}

musaError_t musaMemAdvise(const void* devPtr, size_t count, musaMemoryAdvise advice, int device) {
  return api(__func__, [&] { return advise(devPtr, count, advice, device); });
}

musaError_t musaMemAdvise_v2(const void* devPtr, size_t count, musaMemoryAdvise advice,
                             musaMemLocation location) {
  return api(__func__, [&] {
    const bool known = location.type == musaMemLocationTypeDevice || !needs_device(advice);
    return known ? advise(devPtr, count, advice, location.id) : musaErrorInvalidValue;
  });
}

musaError_t musaMemPrefetchAsync(const void* devPtr, size_t count, int dstDevice,
                                 musaStream_t stream) {
  return api(__func__, [&] { return prefetch(devPtr, count, dstDevice, stream); });
}

musaError_t musaMemPrefetchAsync_v2(const void* devPtr, size_t count, musaMemLocation location,
                                    unsigned int flags, musaStream_t stream) {
  return api(__func__, [&] {
    const bool known = location.type == musaMemLocationTypeDevice && flags == 0;
    return known ? prefetch(devPtr, count, location.id, stream) : musaErrorInvalidValue;
  });
}

musaError_t musaMemRangeGetAttribute(void* data, size_t dataSize, musaMemRangeAttribute attribute,
                                     const void* devPtr, size_t count) {
  return api(__func__, [&] {
    Allocation what;
    if (data == nullptr || find_managed(devPtr, count, &what) != musaSuccess) {
      return musaErrorInvalidValue;
    }
    return write_attribute(advice::common(what, devPtr, count), attribute, data, dataSize);
  });
}

musaError_t musaMemRangeGetAttributes(void** data, size_t* dataSizes,
                                      musaMemRangeAttribute* attributes, size_t numAttributes,
                                      const void* devPtr, size_t count) {
  return api(__func__, [&] {
    Allocation what;
    if (data == nullptr || dataSizes == nullptr || attributes == nullptr || numAttributes == 0 ||
        find_managed(devPtr, count, &what) != musaSuccess) {
      return musaErrorInvalidValue;
    }
    const Advice found = advice::common(what, devPtr, count);
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

musaError_t musaStreamAttachMemAsync(musaStream_t stream, void* devPtr, size_t length,
                                     unsigned int flags) {
  return api(__func__, [&] {
    const bool known =
        flags == musaMemAttachGlobal || flags == musaMemAttachHost || flags == musaMemAttachSingle;
    const Allocation what = find_allocation(devPtr);
    const bool whole = length == 0 || (what.base == devPtr && length == what.size);
    if (!known || what.kind != MemoryKind::kManaged || !whole) {
      return musaErrorInvalidValue;
    }
    // The host can always reach managed memory here: only the order in the stream matters.
    Operation operation;
    operation.name = "musaStreamAttachMemAsync";
    return submit(stream, std::move(operation));
  });
}
