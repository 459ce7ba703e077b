// Modules: loading, and the functions and variables in them.
#include "machine/kernels/registry.h"
#include "musa/api.h"

namespace d = musasim::driver;

namespace {

musasim::Module* module_of(MUmodule handle) { return reinterpret_cast<musasim::Module*>(handle); }

// Loads by `load` into the current context, which unloads it when it goes.
template <class Load>
musaError_t load_into_context(MUmodule* module, const void* source, Load load) {
  if (module == nullptr || source == nullptr) {
    return musaErrorInvalidValue;
  }
  const musasim::ContextPtr context = musasim::current_context();
  musasim::Module* loaded = nullptr;
  const musaError_t error = load(context->device, &loaded);
  if (error != musaSuccess) {
    return error;
  }
  const std::lock_guard<std::mutex> lock(context->mutex);
  context->modules.insert(loaded);
  *module = reinterpret_cast<MUmodule>(loaded);
  return musaSuccess;
}

musaError_t load_image(MUmodule* module, const void* image) {
  return load_into_context(module, image, [&](int device, musasim::Module** loaded) {
    return musasim::load_module_image(image, device, loaded);
  });
}

}  // namespace

MUresult muModuleLoad(MUmodule* module, const char* fname) {
  return d::in_context(__func__, [&] {
    return load_into_context(module, fname, [&](int device, musasim::Module** loaded) {
      return musasim::load_module_file(fname, device, loaded);
    });
  });
}

MUresult muModuleLoadData(MUmodule* module, const void* image) {
  return d::in_context(__func__, [&] { return load_image(module, image); });
}

// Options are for a compiler, and images are compiled already.
MUresult muModuleLoadDataEx(MUmodule* module, const void* image, unsigned int numOptions,
                            MUjit_option* options, void** optionValues) {
  return d::in_context(__func__, [&] {
    if (numOptions > 0 && (options == nullptr || optionValues == nullptr)) {
      return musaErrorInvalidValue;
    }
    return load_image(module, image);
  });
}

MUresult muModuleLoadFatBinary(MUmodule* module, const void* fatCubin) {
  return d::in_context(__func__, [&] { return load_image(module, fatCubin); });
}

MUresult muModuleUnload(MUmodule hmod) {
  return d::in_context(__func__, [&] {
    const musaError_t error = musasim::unload_module(module_of(hmod));
    if (error == musaSuccess) {
      musasim::forget_loaded(module_of(hmod));
    }
    return error;
  });
}

MUresult muModuleGetFunction(MUfunction* hfunc, MUmodule hmod, const char* name) {
  return d::in_context(__func__, [&] {
    if (hfunc == nullptr || name == nullptr) {
      return musaErrorInvalidValue;
    }
    musasim::Function* function = nullptr;
    const musaError_t error = musasim::module_function(module_of(hmod), name, &function);
    return error != musaSuccess ? error : d::store(hfunc, reinterpret_cast<MUfunction>(function));
  });
}

MUresult muModuleGetGlobal(MUdeviceptr* dptr, size_t* bytes, MUmodule hmod, const char* name) {
  return d::in_context(__func__, [&] {
    if (name == nullptr) {
      return musaErrorInvalidValue;
    }
    musasim::Symbol symbol;
    const musaError_t error = musasim::module_symbol(module_of(hmod), name, &symbol);
    if (error == musaSuccess && dptr != nullptr) {
      *dptr = d::address(symbol.address);
    }
    if (error == musaSuccess && bytes != nullptr) {
      *bytes = symbol.size;
    }
    return error;
  });
}

MUresult muModuleGetLoadingMode(MUmoduleLoadingMode* mode) {
  return d::initialized(__func__, [&] { return d::store(mode, MU_MODULE_LAZY_LOADING); });
}
