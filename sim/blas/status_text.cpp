// Names and meanings of the statuses.
#include "blas/status_text.h"

namespace musasim::blas {
namespace {

struct Text {
  mublasStatus_t status;
  const char* name;
  const char* meaning;
};

constexpr Text kTexts[] = {
    {MUBLAS_STATUS_SUCCESS, "MUBLAS_STATUS_SUCCESS", "success"},
    {MUBLAS_STATUS_INVALID_HANDLE, "MUBLAS_STATUS_INVALID_HANDLE",
     "the handle is null, destroyed or not a muBLAS handle"},
    {MUBLAS_STATUS_NOT_IMPLEMENTED, "MUBLAS_STATUS_NOT_IMPLEMENTED",
     "the function is not implemented"},
    {MUBLAS_STATUS_INVALID_POINTER, "MUBLAS_STATUS_INVALID_POINTER", "a required pointer is null"},
    {MUBLAS_STATUS_INVALID_SIZE, "MUBLAS_STATUS_INVALID_SIZE",
     "a size, increment or leading dimension is out of range"},
    {MUBLAS_STATUS_MEMORY_ERROR, "MUBLAS_STATUS_MEMORY_ERROR", "memory could not be allocated"},
    {MUBLAS_STATUS_INTERNAL_ERROR, "MUBLAS_STATUS_INTERNAL_ERROR",
     "the work could not be put on the stream or failed there"},
    {MUBLAS_STATUS_PERF_DEGRADED, "MUBLAS_STATUS_PERF_DEGRADED",
     "success, but the workspace is too small for full speed"},
    {MUBLAS_STATUS_SIZE_QUERY_MISMATCH, "MUBLAS_STATUS_SIZE_QUERY_MISMATCH",
     "a size query began or ended out of order"},
    {MUBLAS_STATUS_SIZE_INCREASED, "MUBLAS_STATUS_SIZE_INCREASED", "the size asked for has grown"},
    {MUBLAS_STATUS_SIZE_UNCHANGED, "MUBLAS_STATUS_SIZE_UNCHANGED",
     "the size asked for is unchanged"},
    {MUBLAS_STATUS_INVALID_VALUE, "MUBLAS_STATUS_INVALID_VALUE",
     "an argument has an invalid value"},
    {MUBLAS_STATUS_CONTINUE, "MUBLAS_STATUS_CONTINUE", "nothing is left to do; continue"},
    {MUBLAS_STATUS_CHECK_NUMERICS_FAIL, "MUBLAS_STATUS_CHECK_NUMERICS_FAIL",
     "a vector or matrix holds NaN or infinity"},
    {MUBLAS_STATUS_EXCLUDED_FROM_BUILD, "MUBLAS_STATUS_EXCLUDED_FROM_BUILD",
     "the function is not in this build"},
    {MUBLAS_STATUS_ARCH_MISMATCH, "MUBLAS_STATUS_ARCH_MISMATCH", "the device cannot do this"},
    {MUBLAS_STATUS_NOT_INITIALIZED, "MUBLAS_STATUS_NOT_INITIALIZED",
     "the library is not initialized"},
    {MUBLAS_STATUS_ALLOC_FAILED, "MUBLAS_STATUS_ALLOC_FAILED", "resources could not be allocated"},
    {MUBLAS_STATUS_MAPPING_ERROR, "MUBLAS_STATUS_MAPPING_ERROR", "memory could not be mapped"},
    {MUBLAS_STATUS_EXECUTION_FAILED, "MUBLAS_STATUS_EXECUTION_FAILED", "the work failed"},
    {MUBLAS_STATUS_NOT_SUPPORTED, "MUBLAS_STATUS_NOT_SUPPORTED",
     "this combination of arguments is not supported"},
    {MUBLAS_STATUS_LICENSE_ERROR, "MUBLAS_STATUS_LICENSE_ERROR", "the licence does not allow this"},
};

const Text* text_of(mublasStatus_t status) {
  for (const Text& text : kTexts) {
    if (text.status == status) {
      return &text;
    }
  }
  return nullptr;
}

}  // namespace

const char* status_name(mublasStatus_t status) {
  const Text* const text = text_of(status);
  return text == nullptr ? "MUBLAS_STATUS_UNKNOWN" : text->name;
}

const char* status_meaning(mublasStatus_t status) {
  const Text* const text = text_of(status);
  return text == nullptr ? "unknown status" : text->meaning;
}

}  // namespace musasim::blas
