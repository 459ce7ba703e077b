// Kernels and variables of images that are loaded at run time. A kernel's handle is that of its
// function on the device that is current when it is asked for.
#include "machine/kernels/image.h"

#include <algorithm>

#include "musart/api.h"

using namespace musasim;

namespace {

constexpr unsigned kMostOptions = 64;

bool is_list(const void* keys, const void* values, unsigned count) {
  return count <= kMostOptions && (count == 0 || (keys != nullptr && values != nullptr));
}

// Options are for compilers and linkers; images are complete here.
template <class Load>
musaError_t load(musaLibrary_t* library, const void* source, bool options_fit, Load&& load_it) {
  if (library == nullptr || source == nullptr || !options_fit) {
    return musaErrorInvalidValue;
  }
  ImagePtr image;
  const musaError_t error = load_it(&image);
  if (error == musaSuccess) {
    *library = reinterpret_cast<musaLibrary_t>(image.get());
  }
  return error;
}

// body(image, module of the current device)
template <class Body>
musaError_t with_image(musaLibrary_t library, Body&& body) {
  const ImagePtr image = find_image(library);
  return image ? body(*image, image->modules[static_cast<std::size_t>(current_device())])
               : musaErrorInvalidResourceHandle;
}

musaError_t variable(musaLibrary_t library, const char* name, bool managed, void** address,
                     size_t* bytes) {
  if (name == nullptr || (address == nullptr && bytes == nullptr)) {
    return musaErrorInvalidValue;
  }
  return with_image(library, [&](Image&, Module* module) -> musaError_t {
    Symbol symbol;
    const musaError_t error = module_symbol(module, name, &symbol);
    if (error != musaSuccess) {
      return error;
    }
    if ((symbol.kind == MUSASIM_VARIABLE_MANAGED) != managed) {
      return musaErrorSymbolNotFound;
    }
    if (address != nullptr) {
      *address = symbol.address;
    }
    if (bytes != nullptr) {
      *bytes = symbol.size;
    }
    return musaSuccess;
  });
}

musaError_t kernel_of(Module* module, const char* name, musaKernel_t* kernel) {
  Function* function = nullptr;
  const musaError_t error = module_function(module, name, &function);
  if (error == musaSuccess) {
    *kernel = reinterpret_cast<musaKernel_t>(function);
  }
  return error;
}

}  // namespace

musaError_t musaLibraryLoadData(musaLibrary_t* library, const void* code, musaJitOption* jitOptions,
                                void** jitOptionsValues, unsigned int numJitOptions,
                                musaLibraryOption* libraryOptions, void** libraryOptionValues,
                                unsigned int numLibraryOptions) {
  return api(__func__, [&] {
    const bool fit = is_list(jitOptions, jitOptionsValues, numJitOptions) &&
                     is_list(libraryOptions, libraryOptionValues, numLibraryOptions);
    return load(library, code, fit, [&](ImagePtr* image) { return load_image(code, image); });
  });
}

musaError_t musaLibraryLoadFromFile(musaLibrary_t* library, const char* fileName,
                                    musaJitOption* jitOptions, void** jitOptionsValues,
                                    unsigned int numJitOptions, musaLibraryOption* libraryOptions,
                                    void** libraryOptionValues, unsigned int numLibraryOptions) {
  return api(__func__, [&] {
    const bool fit = is_list(jitOptions, jitOptionsValues, numJitOptions) &&
                     is_list(libraryOptions, libraryOptionValues, numLibraryOptions);
    return load(library, fileName, fit,
                [&](ImagePtr* image) { return load_image_file(fileName, image); });
  });
}

musaError_t musaLibraryUnload(musaLibrary_t library) {
  return api(__func__, [&] { return unload_image(library); });
}

musaError_t musaLibraryGetKernel(musaKernel_t* pKernel, musaLibrary_t library, const char* name) {
  return api(__func__, [&]() -> musaError_t {
    if (pKernel == nullptr || name == nullptr) {
      return musaErrorInvalidValue;
    }
    return with_image(library,
                      [&](Image&, Module* module) { return kernel_of(module, name, pKernel); });
  });
}

musaError_t musaLibraryGetKernelCount(unsigned int* count, musaLibrary_t lib) {
  return api(__func__, [&] {
    return with_image(lib,
                      [&](Image& image, Module*) { return store(count, image.kernels.size()); });
  });
}

musaError_t musaLibraryEnumerateKernels(musaKernel_t* kernels, unsigned int numKernels,
                                        musaLibrary_t lib) {
  return api(__func__, [&]() -> musaError_t {
    if (kernels == nullptr || numKernels == 0) {
      return musaErrorInvalidValue;
    }
    return with_image(lib, [&](Image& image, Module* module) -> musaError_t {
      const std::size_t count = std::min<std::size_t>(image.kernels.size(), numKernels);
      for (std::size_t i = 0; i < count; ++i) {
        const musaError_t error = kernel_of(module, image.kernels[i].c_str(), &kernels[i]);
        if (error != musaSuccess) {
          return error;
        }
      }
      return musaSuccess;
    });
  });
}

musaError_t musaLibraryGetGlobal(void** dptr, size_t* bytes, musaLibrary_t library,
                                 const char* name) {
  return api(__func__, [&] { return variable(library, name, false, dptr, bytes); });
}

musaError_t musaLibraryGetManaged(void** dptr, size_t* bytes, musaLibrary_t library,
                                  const char* name) {
  return api(__func__, [&] { return variable(library, name, true, dptr, bytes); });
}

// Addresses of device functions differ from device to device (unifiedFunctionPointers is 0).
musaError_t musaLibraryGetUnifiedFunction(void**, musaLibrary_t, const char*) {
  return api(__func__, [] { return musaErrorNotSupported; });
}
