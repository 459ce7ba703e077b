// The table of status codes.
#include "machine/device/error_text.h"

#include "driver_types.h"

namespace musasim {

const char* error_name(int code) noexcept {
  switch (code) {
#define MUSASIM_ERROR(name, text) \
  case musa##name: return "musa" #name;
#include "machine/device/errors.def"
#undef MUSASIM_ERROR
    default: return nullptr;
  }
}

const char* error_text(int code) noexcept {
  switch (code) {
#define MUSASIM_ERROR(name, text) \
  case musa##name: return text;
#include "machine/device/errors.def"
#undef MUSASIM_ERROR
    default: return nullptr;
  }
}

}  // namespace musasim
