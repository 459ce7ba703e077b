// Functions that there are only by name. Their arguments do not matter, so they have none here; the
// header, which says otherwise, is not included.
namespace {

constexpr int kNotSupported = 27;  // MUPTI_ERROR_NOT_SUPPORTED

}  // namespace

#define MUSASIM_UNSUPPORTED(name)                               \
  extern "C" __attribute__((visibility("default"))) int name(); \
  int name() { return kNotSupported; }

#include "mupti/unsupported.def"
