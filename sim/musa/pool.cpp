// Memory pools and stream-ordered allocation.
#include "machine/memory/pool.h"

#include "machine/stream/stream.h"
#include "musa/api.h"

namespace d = musasim::driver;
namespace pools = musasim::pools;

namespace {

// The numbers of pool attributes are the runtime's too.
musaMemPoolAttr attribute_of(MUmemPool_attribute attribute) {
  return static_cast<musaMemPoolAttr>(attribute);
}

bool is_file(MUmemAllocationHandleType type, unsigned long long flags) {
  return type == MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR && flags == 0;
}

musaError_t allocate(MUdeviceptr* address, std::size_t bytes, MUmemoryPool pool, MUstream stream) {
  if (address == nullptr) {
    return musaErrorInvalidValue;
  }
  void* pointer = nullptr;
  const musaError_t error = pools::allocate(bytes, pool, stream, &pointer);
  return error != musaSuccess ? error : d::store(address, d::address(pointer));
}

}  // namespace

MUresult muDeviceGetDefaultMemPool(MUmemoryPool* pool_out, MUdevice dev) {
  return d::initialized(__func__, [&] {
    return pool_out == nullptr ? musaErrorInvalidValue : pools::default_pool(dev, pool_out);
  });
}

MUresult muDeviceGetMemPool(MUmemoryPool* pool, MUdevice dev) {
  return d::initialized(__func__, [&] {
    return pool == nullptr ? musaErrorInvalidValue : pools::current_pool(dev, pool);
  });
}

MUresult muDeviceSetMemPool(MUdevice dev, MUmemoryPool pool) {
  return d::initialized(__func__, [&] { return pools::set_current_pool(dev, pool); });
}

MUresult muMemAllocAsync(MUdeviceptr* dptr, size_t bytesize, MUstream hStream) {
  return d::in_context(__func__, [&] { return allocate(dptr, bytesize, nullptr, hStream); });
}

MUresult muMemAllocFromPoolAsync(MUdeviceptr* dptr, size_t bytesize, MUmemoryPool pool,
                                 MUstream hStream) {
  return d::in_context(__func__, [&] {
    return pool == nullptr ? musaErrorInvalidValue : allocate(dptr, bytesize, pool, hStream);
  });
}

MUresult muMemFreeAsync(MUdeviceptr dptr, MUstream hStream) {
  return d::in_context(__func__, [&] { return pools::free(d::pointer(dptr), hStream); });
}

MUresult muMemPoolCreate(MUmemoryPool* pool, const MUmemPoolProps* poolProps) {
  return d::initialized(__func__, [&] {
    return pool == nullptr || poolProps == nullptr
               ? musaErrorInvalidValue
               : pools::create(d::as<musaMemPoolProps>(*poolProps), pool);
  });
}

MUresult muMemPoolDestroy(MUmemoryPool pool) {
  return d::initialized(__func__, [&] { return pools::destroy(pool); });
}

MUresult muMemPoolTrimTo(MUmemoryPool pool, size_t minBytesToKeep) {
  return d::initialized(__func__, [&] { return pools::trim(pool, minBytesToKeep); });
}

MUresult muMemPoolSetAttribute(MUmemoryPool pool, MUmemPool_attribute attr, void* value) {
  return d::initialized(__func__,
                        [&] { return pools::set_attribute(pool, attribute_of(attr), value); });
}

MUresult muMemPoolGetAttribute(MUmemoryPool pool, MUmemPool_attribute attr, void* value) {
  return d::initialized(__func__,
                        [&] { return pools::get_attribute(pool, attribute_of(attr), value); });
}

MUresult muMemPoolSetAccess(MUmemoryPool pool, const MUmemAccessDesc* map, size_t count) {
  return d::initialized(__func__, [&] {
    static_assert(sizeof(MUmemAccessDesc) == sizeof(musaMemAccessDesc));
    return pools::set_access(pool, reinterpret_cast<const musaMemAccessDesc*>(map), count);
  });
}

MUresult muMemPoolGetAccess(MUmemAccess_flags* flags, MUmemoryPool memPool,
                            MUmemLocation* location) {
  return d::initialized(__func__, [&] {
    if (flags == nullptr || location == nullptr) {
      return musaErrorInvalidValue;
    }
    musaMemAccessFlags found = musaMemAccessFlagsProtNone;
    const musaError_t error = pools::get_access(memPool, d::as<musaMemLocation>(*location), &found);
    return error != musaSuccess ? error : d::store(flags, found);
  });
}

MUresult muMemPoolExportToShareableHandle(void* handle_out, MUmemoryPool pool,
                                          MUmemAllocationHandleType handleType,
                                          unsigned long long flags) {
  return d::initialized(__func__, [&] {
    return is_file(handleType, flags) ? pools::export_fd(pool, static_cast<int*>(handle_out))
                                      : musaErrorInvalidValue;
  });
}

// The handle is the file descriptor itself, cast to a pointer, as in CUDA.
MUresult muMemPoolImportFromShareableHandle(MUmemoryPool* pool_out, void* handle,
                                            MUmemAllocationHandleType handleType,
                                            unsigned long long flags) {
  return d::initialized(__func__, [&] {
    const int file = static_cast<int>(reinterpret_cast<std::intptr_t>(handle));
    return is_file(handleType, flags) && pool_out != nullptr ? pools::import_fd(file, pool_out)
                                                             : musaErrorInvalidValue;
  });
}

MUresult muMemPoolExportPointer(MUmemPoolPtrExportData* shareData_out, MUdeviceptr ptr) {
  return d::initialized(__func__, [&] {
    if (shareData_out == nullptr) {
      return musaErrorInvalidValue;
    }
    musaMemPoolPtrExportData data{};
    const musaError_t error = pools::export_pointer(d::pointer(ptr), &data);
    return error != musaSuccess ? error
                                : d::store(shareData_out, d::as<MUmemPoolPtrExportData>(data));
  });
}

MUresult muMemPoolImportPointer(MUdeviceptr* ptr_out, MUmemoryPool pool,
                                MUmemPoolPtrExportData* shareData) {
  return d::initialized(__func__, [&] {
    if (ptr_out == nullptr || shareData == nullptr) {
      return musaErrorInvalidValue;
    }
    void* pointer = nullptr;
    const musaError_t error =
        pools::import_pointer(pool, d::as<musaMemPoolPtrExportData>(*shareData), &pointer);
    return error != musaSuccess ? error : d::store(ptr_out, d::address(pointer));
  });
}
