// Virtual memory: addresses, physical memory, mapping one to the other.
#include "machine/memory/vmm.h"

#include "machine/memory/vmm_handles.h"
#include "musa/api.h"

namespace d = musasim::driver;
namespace vmm = musasim::vmm;

namespace {

constexpr unsigned kExportable = MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;

musaError_t check_properties(const MUmemAllocationProp* prop) {
  if (prop == nullptr || prop->type != MU_MEM_ALLOCATION_TYPE_PINNED ||
      prop->location.type != MU_MEM_LOCATION_TYPE_DEVICE) {
    return musaErrorInvalidValue;
  }
  if (!d::is_device(prop->location.id)) {
    return musaErrorInvalidDevice;
  }
  const unsigned types = static_cast<unsigned>(prop->requestedHandleTypes);
  return (types & ~kExportable) == 0 ? musaSuccess : musaErrorNotSupported;
}

musaError_t create(MUmemGenericAllocationHandle* handle, std::size_t bytes,
                   const MUmemAllocationProp* prop, unsigned long long flags) {
  if (handle == nullptr || flags != 0) {
    return musaErrorInvalidValue;
  }
  if (const musaError_t error = check_properties(prop); error != musaSuccess) {
    return error;
  }
  vmm::PhysicalPtr made;
  const musaError_t error = vmm::create(prop->location.id, bytes, &made,
                                        static_cast<unsigned>(prop->requestedHandleTypes));
  return error != musaSuccess ? error : d::store(handle, vmm::add_handle(made));
}

MUmemAllocationProp properties_of(const vmm::Physical& physical) {
  MUmemAllocationProp prop{};
  prop.type = MU_MEM_ALLOCATION_TYPE_PINNED;
  prop.requestedHandleTypes = static_cast<MUmemAllocationHandleType>(vmm::types_of(physical));
  prop.location.type = MU_MEM_LOCATION_TYPE_DEVICE;
  prop.location.id = vmm::device_of(physical);
  return prop;
}

musaError_t export_handle(void* out, MUmemGenericAllocationHandle number,
                          MUmemAllocationHandleType type, unsigned long long flags) {
  const vmm::PhysicalPtr physical = vmm::find_handle(number);
  if (out == nullptr || flags != 0 || !physical) {
    return musaErrorInvalidValue;
  }
  if (type != MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) {
    return musaErrorNotSupported;
  }
  return (vmm::types_of(*physical) & kExportable) != 0
             ? vmm::export_fd(*physical, static_cast<int*>(out))
             : musaErrorInvalidValue;
}

// The handle is the file descriptor itself, cast to a pointer, as in CUDA.
musaError_t import_handle(MUmemGenericAllocationHandle* handle, void* from,
                          MUmemAllocationHandleType type) {
  if (handle == nullptr) {
    return musaErrorInvalidValue;
  }
  if (type != MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) {
    return musaErrorNotSupported;
  }
  vmm::PhysicalPtr made;
  const int file = static_cast<int>(reinterpret_cast<std::intptr_t>(from));
  const musaError_t error = vmm::import_fd(file, &made, kExportable);
  return error != musaSuccess ? error : d::store(handle, vmm::add_handle(made));
}

musaError_t set_access(void* pointer, std::size_t bytes, const MUmemAccessDesc* list,
                       std::size_t count) {
  if (list == nullptr || count == 0) {
    return musaErrorInvalidValue;
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (list[i].location.type != MU_MEM_LOCATION_TYPE_DEVICE) {
      return musaErrorInvalidValue;
    }
    if (!d::is_device(list[i].location.id)) {
      return musaErrorInvalidDevice;
    }
    const musaError_t error = vmm::set_access(pointer, bytes, list[i].location.id,
                                              static_cast<musaMemAccessFlags>(list[i].flags));
    if (error != musaSuccess) {
      return error;
    }
  }
  return musaSuccess;
}

}  // namespace

MUresult muMemAddressReserve(MUdeviceptr* ptr, size_t size, size_t alignment, MUdeviceptr addr,
                             unsigned long long flags) {
  return d::initialized(__func__, [&] {
    if (ptr == nullptr || flags != 0) {
      return musaErrorInvalidValue;
    }
    void* reserved = nullptr;
    const musaError_t error = vmm::reserve(size, alignment, d::pointer(addr), &reserved);
    return error != musaSuccess ? error : d::store(ptr, d::address(reserved));
  });
}

MUresult muMemAddressFree(MUdeviceptr ptr, size_t size) {
  return d::initialized(__func__, [&] { return vmm::release(d::pointer(ptr), size); });
}

MUresult muMemCreate(MUmemGenericAllocationHandle* handle, size_t size,
                     const MUmemAllocationProp* prop, unsigned long long flags) {
  return d::initialized(__func__, [&] { return create(handle, size, prop, flags); });
}

MUresult muMemRelease(MUmemGenericAllocationHandle handle) {
  return d::initialized(__func__, [&] { return vmm::release_handle(handle); });
}

MUresult muMemMap(MUdeviceptr ptr, size_t size, size_t offset, MUmemGenericAllocationHandle handle,
                  unsigned long long flags) {
  return d::initialized(__func__, [&] {
    const vmm::PhysicalPtr physical = vmm::find_handle(handle);
    return flags != 0 || !physical ? musaErrorInvalidValue
                                   : vmm::map(d::pointer(ptr), size, offset, physical);
  });
}

MUresult muMemUnmap(MUdeviceptr ptr, size_t size) {
  return d::initialized(__func__, [&] { return vmm::unmap(d::pointer(ptr), size); });
}

MUresult muMemSetAccess(MUdeviceptr ptr, size_t size, const MUmemAccessDesc* desc, size_t count) {
  return d::initialized(__func__, [&] { return set_access(d::pointer(ptr), size, desc, count); });
}

MUresult muMemGetAccess(unsigned long long* flags, const MUmemLocation* location, MUdeviceptr ptr) {
  return d::initialized(__func__, [&] {
    if (flags == nullptr || location == nullptr || location->type != MU_MEM_LOCATION_TYPE_DEVICE ||
        !d::is_device(location->id)) {
      return musaErrorInvalidValue;
    }
    musaMemAccessFlags found = musaMemAccessFlagsProtNone;
    const musaError_t error = vmm::get_access(d::pointer(ptr), location->id, &found);
    return error != musaSuccess ? error : d::store(flags, found);
  });
}

MUresult muMemExportToShareableHandle(void* shareableHandle, MUmemGenericAllocationHandle handle,
                                      MUmemAllocationHandleType handleType,
                                      unsigned long long flags) {
  return d::initialized(__func__,
                        [&] { return export_handle(shareableHandle, handle, handleType, flags); });
}

MUresult muMemImportFromShareableHandle(MUmemGenericAllocationHandle* handle, void* osHandle,
                                        MUmemAllocationHandleType shHandleType) {
  return d::initialized(__func__, [&] { return import_handle(handle, osHandle, shHandleType); });
}

MUresult muMemGetAllocationGranularity(size_t* granularity, const MUmemAllocationProp* prop,
                                       MUmemAllocationGranularity_flags option) {
  return d::initialized(__func__, [&] {
    if (option != MU_MEM_ALLOC_GRANULARITY_MINIMUM &&
        option != MU_MEM_ALLOC_GRANULARITY_RECOMMENDED) {
      return musaErrorInvalidValue;
    }
    const musaError_t error = check_properties(prop);
    return error != musaSuccess ? error : d::store(granularity, vmm::kGranularity);
  });
}

MUresult muMemGetAllocationPropertiesFromHandle(MUmemAllocationProp* prop,
                                                MUmemGenericAllocationHandle handle) {
  return d::initialized(__func__, [&] {
    const vmm::PhysicalPtr found = vmm::find_handle(handle);
    return found ? d::store(prop, properties_of(*found)) : musaErrorInvalidValue;
  });
}

MUresult muMemRetainAllocationHandle(MUmemGenericAllocationHandle* handle, void* addr) {
  return d::initialized(__func__, [&] {
    const vmm::PhysicalPtr found = vmm::mapped_at(addr);
    return handle == nullptr || !found ? musaErrorInvalidValue
                                       : d::store(handle, vmm::add_handle(found));
  });
}
