// Modules: loading, and the functions and variables in them.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

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

// A text for the buffer that the options name, as long as it may be; its size becomes the text's.
void write_log(unsigned count, const MUjit_option* options, void** values, MUjit_option buffer,
               MUjit_option size, std::string_view text) {
  const auto value = [&](MUjit_option wanted) {
    const MUjit_option* const found = std::find(options, options + count, wanted);
    return found == options + count ? nullptr : values + (found - options);
  };
  void** const place = value(buffer);
  void** const room = value(size);
  const auto bytes = room == nullptr ? 0 : reinterpret_cast<std::uintptr_t>(*room) & 0xffffffffu;
  if (place == nullptr || *place == nullptr || bytes == 0) {
    return;
  }
  const std::size_t length = std::min<std::size_t>(text.size(), bytes - 1);
  auto* const to = static_cast<char*>(*place);
  std::memcpy(to, text.data(), length);
  to[length] = '\0';
  *room = reinterpret_cast<void*>(length);
}

// Images are compiled already: there is nothing to tell but that one is none.
void write_logs(unsigned count, const MUjit_option* options, void** values, bool is_image) {
  write_log(count, options, values, MU_JIT_INFO_LOG_BUFFER, MU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, "");
  write_log(count, options, values, MU_JIT_ERROR_LOG_BUFFER, MU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
            is_image ? "" : "the image is no module of MUSA: mcc --fatbin and MTRTC make one");
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

MUresult muModuleLoadDataEx(MUmodule* module, const void* image, unsigned int numOptions,
                            MUjit_option* options, void** optionValues) {
  return d::in_context(__func__, [&] {
    if (numOptions > 0 && (options == nullptr || optionValues == nullptr)) {
      return musaErrorInvalidValue;
    }
    const musaError_t error = load_image(module, image);
    write_logs(numOptions, options, optionValues, error == musaSuccess);
    return error;
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
