// Attributes of kernels, and their handles.
#include "musart/function.h"

#include "machine/device/limits.h"
#include "machine/kernels/attributes.h"

using namespace musasim;

namespace {

// Row of a parameter; the offset is that in an argument buffer.
musaError_t parameter_info(const Function& function, std::size_t index, std::size_t* offset,
                           std::size_t* size) {
  const musasimKernel& row = function.kernel->row();
  if (offset == nullptr || index >= row.parameter_count) {
    return musaErrorInvalidValue;
  }
  *offset = row.parameters[index].offset;
  if (size != nullptr) {
    *size = row.parameters[index].size;
  }
  return musaSuccess;
}

template <class Handle>
musaError_t handle_of(const void* symbol, Handle* handle) {
  if (handle == nullptr) {
    return musaErrorInvalidValue;
  }
  Function* function = nullptr;
  const musaError_t error = function_of(symbol, current_device(), &function);
  if (error == musaSuccess) {
    *handle = reinterpret_cast<Handle>(function);
  }
  return error;
}

}  // namespace

musaError_t musaFuncGetAttributes(musaFuncAttributes* attr, const void* func) {
  return api(__func__, [&] {
    return with_function(func, [&](Function& f) { return store(attr, function_attributes(f)); });
  });
}

musaError_t musaFuncSetAttribute(const void* func, musaFuncAttribute attr, int value) {
  return api(__func__, [&] {
    return with_function(func, [&](Function& f) { return set_function_attribute(f, attr, value); });
  });
}

musaError_t musaFuncSetCacheConfig(const void* func, musaFuncCache cacheConfig) {
  return api(__func__, [&] {
    return with_function(func, [&](Function& f) {
      if (!is_cache_config(cacheConfig)) {
        return musaErrorInvalidValue;
      }
      f.cache_config = cacheConfig;
      return musaSuccess;
    });
  });
}

musaError_t musaFuncSetSharedMemConfig(const void* func, musaSharedMemConfig config) {
  return api(__func__, [&] {
    return with_function(func, [&](Function& f) {
      if (!is_shared_config(config)) {
        return musaErrorInvalidValue;
      }
      f.shared_config = config;
      return musaSuccess;
    });
  });
}

musaError_t musaFuncGetName(const char** name, const void* func) {
  return api(__func__, [&] {
    return with_function(func, [&](Function& f) { return store(name, f.kernel->row().name); });
  });
}

musaError_t musaFuncGetParamInfo(const void* func, size_t paramIndex, size_t* paramOffset,
                                 size_t* paramSize) {
  return api(__func__, [&] {
    return with_function(
        func, [&](Function& f) { return parameter_info(f, paramIndex, paramOffset, paramSize); });
  });
}

musaError_t musaGetFuncBySymbol(musaFunction_t* functionPtr, const void* symbolPtr) {
  return api(__func__, [&] { return handle_of(symbolPtr, functionPtr); });
}

// A kernel's handle is that of its function on the current device.
musaError_t musaGetKernel(musaKernel_t* kernelPtr, const void* entryFuncAddr) {
  return api(__func__, [&] { return handle_of(entryFuncAddr, kernelPtr); });
}

musaError_t musaKernelSetAttributeForDevice(musaKernel_t kernel, musaFuncAttribute attr, int value,
                                            int device) {
  return api(__func__, [&]() -> musaError_t {
    if (!is_device(device)) {
      return musaErrorInvalidDevice;
    }
    Function* function = nullptr;
    const KernelPtr found = find_kernel(kernel, device, &function);
    if (!found || function == nullptr) {
      return musaErrorInvalidResourceHandle;
    }
    // A library's kernel is a function of one device, whatever device is asked for.
    return function->device == device ? set_function_attribute(*function, attr, value)
                                      : musaErrorInvalidDevice;
  });
}
