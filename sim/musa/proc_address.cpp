// Functions by name.
#include <dlfcn.h>

#include <string>

#include "musa/api.h"

namespace d = musasim::driver;

namespace {

// This library, whatever name it was loaded by.
void* this_library() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<void*>(&muInit), &info) == 0) {
    return nullptr;
  }
  void* const library = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  if (library != nullptr) {
    dlclose(library);  // the caller's own reference keeps it
  }
  return library;
}

void* function(const std::string& name) {
  void* const library = this_library();
  return library == nullptr ? nullptr : dlsym(library, name.c_str());
}

// The newest version of the function; with `per_thread` the variant for the thread's own stream,
// if there is one.
void* newest(const std::string& name, bool per_thread) {
  for (const char* version : {"_v3", "_v2", ""}) {
    if (function(name + version) == nullptr) {
      continue;
    }
    for (const char* variant : {"_ptsz", "_ptds"}) {
      void* const found = per_thread ? function(name + version + variant) : nullptr;
      if (found != nullptr) {
        return found;
      }
    }
    // A third version is another function, not a newer one: muCtxCreate_v3.
    if (std::string(version) != "_v3") {
      return function(name + version);
    }
  }
  return nullptr;
}

}  // namespace

MUresult muGetProcAddress(const char* symbol, void** pfn, int, muuint64_t flags,
                          MUdriverProcAddressQueryResult* symbolStatus) {
  return d::anytime(__func__, [&] {
    constexpr muuint64_t kKnown = muuint64_t{MU_GET_PROC_ADDRESS_LEGACY_STREAM} |
                                  muuint64_t{MU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM};
    if (symbol == nullptr || pfn == nullptr || (flags & ~kKnown) != 0 || flags == kKnown) {
      return musaErrorInvalidValue;
    }
    *pfn = newest(symbol, (flags & MU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM) != 0);
    if (symbolStatus != nullptr) {
      *symbolStatus =
          *pfn != nullptr ? MU_GET_PROC_ADDRESS_SUCCESS : MU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    }
    return *pfn != nullptr ? musaSuccess : musaErrorSymbolNotFound;
  });
}
