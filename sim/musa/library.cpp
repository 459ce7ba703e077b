// Libraries: images that are loaded for all devices at once. A kernel's handle is that of its
// function on the device of the context that is current when it is asked for.
#include "machine/kernels/image.h"

#include "musa/function.h"

namespace d = musasim::driver;
using musasim::Function;
using musasim::ImagePtr;
using musasim::Module;

namespace {

bool is_list(const void* keys, const void* values, unsigned count) {
  return count == 0 || (keys != nullptr && values != nullptr);
}

// Options are for compilers and linkers; images are complete here.
template <class Load>
musaError_t load(MUlibrary* library, const void* source, bool options_fit, Load load_it) {
  if (library == nullptr || source == nullptr || !options_fit) {
    return musaErrorInvalidValue;
  }
  ImagePtr image;
  const musaError_t error = load_it(&image);
  return error != musaSuccess ? error : d::store(library, reinterpret_cast<MUlibrary>(image.get()));
}

// body(module of the current device)
template <class Body>
musaError_t with_module(MUlibrary library, Body body) {
  const ImagePtr image = musasim::find_image(library);
  return image ? body(image->modules[static_cast<std::size_t>(musasim::current_device())])
               : musaErrorInvalidResourceHandle;
}

musaError_t variable(MUlibrary library, const char* name, bool managed, MUdeviceptr* address,
                     size_t* bytes) {
  if (name == nullptr || (address == nullptr && bytes == nullptr)) {
    return musaErrorInvalidValue;
  }
  return with_module(library, [&](Module* module) -> musaError_t {
    musasim::Symbol symbol;
    if (const musaError_t error = musasim::module_symbol(module, name, &symbol);
        error != musaSuccess) {
      return error;
    }
    if ((symbol.kind == MUSASIM_VARIABLE_MANAGED) != managed) {
      return musaErrorSymbolNotFound;
    }
    if (address != nullptr) {
      *address = d::address(symbol.address);
    }
    if (bytes != nullptr) {
      *bytes = symbol.size;
    }
    return musaSuccess;
  });
}

// The kernel's function on that device, by its name in the same library.
template <class Body>
musaError_t with_kernel_on(MUkernel kernel, MUdevice device, Body body) {
  if (!d::is_device(device)) {
    return musaErrorInvalidDevice;
  }
  return d::with_function(reinterpret_cast<MUfunction>(kernel), [&](Function& function) {
    return function.device == device ? body(function) : musaErrorInvalidDevice;
  });
}

}  // namespace

MUresult muLibraryLoadData(MUlibrary* library, const void* code, MUjit_option* jitOptions,
                           void** jitOptionsValues, unsigned int numJitOptions,
                           MUlibraryOption* libraryOptions, void** libraryOptionValues,
                           unsigned int numLibraryOptions) {
  return d::in_context(__func__, [&] {
    const bool fit = is_list(jitOptions, jitOptionsValues, numJitOptions) &&
                     is_list(libraryOptions, libraryOptionValues, numLibraryOptions);
    return load(library, code, fit,
                [&](ImagePtr* image) { return musasim::load_image(code, image); });
  });
}

MUresult muLibraryLoadFromFile(MUlibrary* library, const char* fileName, MUjit_option* jitOptions,
                               void** jitOptionsValues, unsigned int numJitOptions,
                               MUlibraryOption* libraryOptions, void** libraryOptionValues,
                               unsigned int numLibraryOptions) {
  return d::in_context(__func__, [&] {
    const bool fit = is_list(jitOptions, jitOptionsValues, numJitOptions) &&
                     is_list(libraryOptions, libraryOptionValues, numLibraryOptions);
    return load(library, fileName, fit,
                [&](ImagePtr* image) { return musasim::load_image_file(fileName, image); });
  });
}

MUresult muLibraryUnload(MUlibrary library) {
  return d::in_context(__func__, [&] { return musasim::unload_image(library); });
}

MUresult muLibraryGetKernel(MUkernel* pKernel, MUlibrary library, const char* name) {
  return d::in_context(__func__, [&]() -> musaError_t {
    if (pKernel == nullptr || name == nullptr) {
      return musaErrorInvalidValue;
    }
    return with_module(library, [&](Module* module) {
      Function* function = nullptr;
      const musaError_t error = musasim::module_function(module, name, &function);
      return error != musaSuccess ? error : d::store(pKernel, reinterpret_cast<MUkernel>(function));
    });
  });
}

MUresult muLibraryGetModule(MUmodule* pMod, MUlibrary library) {
  return d::in_context(__func__, [&] {
    return with_module(library, [&](Module* module) {
      return d::store(pMod, reinterpret_cast<MUmodule>(module));
    });
  });
}

MUresult muLibraryGetGlobal(MUdeviceptr* dptr, size_t* bytes, MUlibrary library, const char* name) {
  return d::in_context(__func__, [&] { return variable(library, name, false, dptr, bytes); });
}

MUresult muLibraryGetManaged(MUdeviceptr* dptr, size_t* bytes, MUlibrary library,
                             const char* name) {
  return d::in_context(__func__, [&] { return variable(library, name, true, dptr, bytes); });
}

MUresult muKernelGetFunction(MUfunction* pFunc, MUkernel kernel) {
  return d::in_context(__func__, [&] {
    return d::with_function(reinterpret_cast<MUfunction>(kernel), [&](Function& function) {
      return d::store(pFunc, reinterpret_cast<MUfunction>(&function));
    });
  });
}

MUresult muKernelGetAttribute(int* pi, MUfunction_attribute attrib, MUkernel kernel, MUdevice dev) {
  return d::in_context(__func__, [&] {
    return with_kernel_on(kernel, dev, [&](Function& function) {
      return d::function_attribute(function, attrib, pi);
    });
  });
}

MUresult muKernelSetAttribute(MUfunction_attribute attrib, int val, MUkernel kernel, MUdevice dev) {
  return d::in_context(__func__, [&] {
    return with_kernel_on(kernel, dev, [&](Function& function) {
      return musasim::set_function_attribute(function, static_cast<musaFuncAttribute>(attrib), val);
    });
  });
}

MUresult muKernelSetCacheConfig(MUkernel kernel, MUfunc_cache config, MUdevice dev) {
  return d::in_context(__func__, [&] {
    return with_kernel_on(kernel, dev,
                          [&](Function& function) { return d::prefer_cache(function, config); });
  });
}
