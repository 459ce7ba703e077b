// Functions that this platform does not have: graphics and what only some versions of the SDK name.
// Some have no public prototype, so none is used here; parameters are left alone.
#include "driver_types.h"
#include "machine/device/api_call.h"
#include "machine/device/last_error.h"

namespace {

musaError_t not_supported(const char* name) noexcept {
  const musasim::ApiCall call(name);
  const musaError_t usable = call.usable();
  return musasim::record_error(usable != musaSuccess ? usable : musaErrorNotSupported);
}

}  // namespace

#define MUSASIM_NOT_SUPPORTED(name)                                     \
  extern "C" __attribute__((visibility("default"))) musaError_t name(); \
  musaError_t name() { return not_supported(#name); }
#include "musart/not_supported.def"
#undef MUSASIM_NOT_SUPPORTED
