// The last error of the thread; names and texts of the codes.
#include "machine/device/error_text.h"
#include "musart/api.h"

using namespace musasim;

namespace {

constexpr const char* kUnknownCode = "unrecognized error code";

}  // namespace

// Neither of the two records what it returns.
musaError_t musaGetLastError() {
  const ApiCall call(__func__);
  return take_last_error();
}

musaError_t musaPeekAtLastError() {
  const ApiCall call(__func__);
  return peek_last_error();
}

const char* musaGetErrorName(musaError_t error) {
  const ApiCall call(__func__);
  const char* name = error_name(error);
  return name != nullptr ? name : kUnknownCode;
}

const char* musaGetErrorString(musaError_t error) {
  const ApiCall call(__func__);
  const char* text = error_text(error);
  return text != nullptr ? text : kUnknownCode;
}
