// Versions, the profiler's switch, and the way to the driver's functions.
#include <dlfcn.h>

#include <string>

#include "machine/device/profiler.h"
#include "musart/api.h"

using namespace musasim;

namespace {

// This library brings the driver with it, so it is loaded.
void* driver() {
  static void* const library = dlopen("libmusa.so.1", RTLD_LAZY | RTLD_NOLOAD);
  return library;
}

// The variant that the flags ask for, in its newest version.
void* driver_function(const std::string& symbol, unsigned long long flags) {
  const char* const legacy[] = {"_v2", ""};
  const char* const per_thread[] = {"_v2_ptsz", "_v2_ptds", "_ptsz", "_ptds"};
  if ((flags & musaEnablePerThreadDefaultStream) != 0) {
    for (const char* ending : per_thread) {
      if (void* found = dlsym(driver(), (symbol + ending).c_str())) {
        return found;
      }
    }
  }
  for (const char* ending : legacy) {
    if (void* found = dlsym(driver(), (symbol + ending).c_str())) {
      return found;
    }
  }
  return nullptr;
}

musaError_t entry_point(const char* symbol, void** function, unsigned long long flags,
                        musaDriverEntryPointQueryResult* result) {
  constexpr unsigned long long kKnown = musaEnableLegacyStream | musaEnablePerThreadDefaultStream;
  if (symbol == nullptr || *symbol == '\0' || function == nullptr || (flags & ~kKnown) != 0 ||
      flags == kKnown) {
    return musaErrorInvalidValue;
  }
  *function = driver_function(symbol, flags);
  const bool found = *function != nullptr;
  if (result != nullptr) {
    *result = found ? musaDriverEntryPointSuccess : musaDriverEntryPointSymbolNotFound;
    return musaSuccess;
  }
  return found ? musaSuccess : musaErrorSymbolNotFound;
}

}  // namespace

musaError_t musaRuntimeGetVersion(int* runtimeVersion) {
  return query(__func__, [&] { return store(runtimeVersion, MUSART_VERSION); });
}

musaError_t musaDriverGetVersion(int* driverVersion) {
  return query(__func__, [&] { return store(driverVersion, MUSART_VERSION); });
}

musaError_t musaGetDriverEntryPoint(const char* symbol, void** funcPtr, unsigned long long flags,
                                    musaDriverEntryPointQueryResult* driverStatus) {
  return ask(__func__, [&] { return entry_point(symbol, funcPtr, flags, driverStatus); });
}

musaError_t musaGetDriverEntryPoint_ptsz(const char* symbol, void** funcPtr,
                                         unsigned long long flags,
                                         musaDriverEntryPointQueryResult* driverStatus) {
  const unsigned long long chosen =
      flags == musaEnableDefault ? unsigned{musaEnablePerThreadDefaultStream} : flags;
  return ask(__func__, [&] { return entry_point(symbol, funcPtr, chosen, driverStatus); });
}

// There is one version of each function that serves all versions of the platform.
musaError_t musaGetDriverEntryPointByVersion(const char* symbol, void** funcPtr,
                                             unsigned int musaVersion, unsigned long long flags,
                                             musaDriverEntryPointQueryResult* driverStatus) {
  return ask(__func__, [&]() -> musaError_t {
    if (musaVersion > MUSART_VERSION) {
      return musaErrorInvalidValue;
    }
    return entry_point(symbol, funcPtr, flags, driverStatus);
  });
}

musaError_t musaGetDriverEntryPointByVersion_ptsz(const char* symbol, void** funcPtr,
                                                  unsigned int musaVersion,
                                                  unsigned long long flags,
                                                  musaDriverEntryPointQueryResult* driverStatus) {
  const unsigned long long chosen =
      flags == musaEnableDefault ? unsigned{musaEnablePerThreadDefaultStream} : flags;
  return musaGetDriverEntryPointByVersion(symbol, funcPtr, musaVersion, chosen, driverStatus);
}

musaError_t musaProfilerStart() {
  return api(__func__, [] {
    set_profiling(true);
    return musaSuccess;
  });
}

musaError_t musaProfilerStop() {
  return api(__func__, [] {
    set_profiling(false);
    return musaSuccess;
  });
}
