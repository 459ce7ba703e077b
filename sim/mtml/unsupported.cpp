// Functions that there are only by name. Their arguments do not matter, so they have none here; the
// header, which says otherwise, is not included.
namespace {

constexpr int kNotSupported = 4;  // MTML_ERROR_NOT_SUPPORTED

}  // namespace

#define MUSASIM_UNSUPPORTED(name)                                   \
  extern "C" __attribute__((visibility("default"))) int name(void); \
  int name(void) { return kNotSupported; }
#include "mtml/unsupported.def"
#undef MUSASIM_UNSUPPORTED
