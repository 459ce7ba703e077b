// Status codes: what the machine's become, their names and what they say.
#include "musa/api.h"

namespace musasim::driver {

namespace {

struct Result {
  MUresult code;
  const char* name;
  const char* text;
};

constexpr Result kResults[] = {
#define MUSASIM_RESULT(name, text) {MUSA_##name, "MUSA_" #name, text},
#include "musa/results.def"
#undef MUSASIM_RESULT
};

struct Translation {
  musaError_t from;
  MUresult to;
};

// Codes of the runtime that the driver does not have.
constexpr Translation kTranslations[] = {
    {musaErrorInvalidConfiguration, MUSA_ERROR_INVALID_VALUE},
    {musaErrorInvalidPitchValue, MUSA_ERROR_INVALID_VALUE},
    {musaErrorInvalidSymbol, MUSA_ERROR_NOT_FOUND},
    {musaErrorInvalidHostPointer, MUSA_ERROR_INVALID_VALUE},
    {musaErrorInvalidDevicePointer, MUSA_ERROR_INVALID_VALUE},
    {musaErrorInvalidTexture, MUSA_ERROR_INVALID_VALUE},
    {musaErrorInvalidChannelDescriptor, MUSA_ERROR_INVALID_VALUE},
    {musaErrorInvalidMemcpyDirection, MUSA_ERROR_INVALID_VALUE},
    {musaErrorNotYetImplemented, MUSA_ERROR_NOT_SUPPORTED},
    {musaErrorInvalidSurface, MUSA_ERROR_INVALID_VALUE},
    {musaErrorInvalidDeviceFunction, MUSA_ERROR_INVALID_HANDLE},
    {musaErrorIncompatibleDriverContext, MUSA_ERROR_INVALID_CONTEXT},
    {musaErrorMissingConfiguration, MUSA_ERROR_INVALID_VALUE},
};

const Result* find_result(MUresult code) noexcept {
  for (const Result& result : kResults) {
    if (result.code == code) {
      return &result;
    }
  }
  return nullptr;
}

}  // namespace

MUresult to_result(musaError_t error) noexcept {
  if (error == musaSuccess) {
    return MUSA_SUCCESS;
  }
  for (const Translation& translation : kTranslations) {
    if (translation.from == error) {
      return translation.to;
    }
  }
  const auto code = static_cast<MUresult>(error);
  return find_result(code) != nullptr ? code : MUSA_ERROR_UNKNOWN;
}

}  // namespace musasim::driver

using namespace musasim::driver;

MUresult muGetErrorName(MUresult error, const char** pStr) {
  if (pStr == nullptr) {
    return MUSA_ERROR_INVALID_VALUE;
  }
  const Result* const result = find_result(error);
  *pStr = result != nullptr ? result->name : nullptr;
  return result != nullptr ? MUSA_SUCCESS : MUSA_ERROR_INVALID_VALUE;
}

MUresult muGetErrorString(MUresult error, const char** pStr) {
  if (pStr == nullptr) {
    return MUSA_ERROR_INVALID_VALUE;
  }
  const Result* const result = find_result(error);
  *pStr = result != nullptr ? result->text : nullptr;
  return result != nullptr ? MUSA_SUCCESS : MUSA_ERROR_INVALID_VALUE;
}
