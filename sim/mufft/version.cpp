// The library's version and the names of its results.
#include "mufft.h"

mufftResult mufftGetVersion(int* version) {
  if (version == nullptr) return MUFFT_INVALID_VALUE;
  *version = MUFFT_VERSION;
  return MUFFT_SUCCESS;
}

extern "C" mufftResult mufftGetProperty(mufftLibraryPropertyType type, int* value) {
  if (value == nullptr) return MUFFT_INVALID_VALUE;
  switch (type) {
    case MUFFT_MAJOR_VERSION: *value = MUFFT_VER_MAJOR; return MUFFT_SUCCESS;
    case MUFFT_MINOR_VERSION: *value = MUFFT_VER_MINOR; return MUFFT_SUCCESS;
    case MUFFT_PATCH_LEVEL: *value = MUFFT_VER_PATCH; return MUFFT_SUCCESS;
  }
  return MUFFT_INVALID_VALUE;
}

const char* mufftGetErrorString(mufftResult error) {
  switch (error) {
    case MUFFT_SUCCESS: return "MUFFT_SUCCESS";
    case MUFFT_INVALID_PLAN: return "MUFFT_INVALID_PLAN";
    case MUFFT_ALLOC_FAILED: return "MUFFT_ALLOC_FAILED";
    case MUFFT_INVALID_TYPE: return "MUFFT_INVALID_TYPE";
    case MUFFT_INVALID_VALUE: return "MUFFT_INVALID_VALUE";
    case MUFFT_INTERNAL_ERROR: return "MUFFT_INTERNAL_ERROR";
    case MUFFT_EXEC_FAILED: return "MUFFT_EXEC_FAILED";
    case MUFFT_SETUP_FAILED: return "MUFFT_SETUP_FAILED";
    case MUFFT_INVALID_SIZE: return "MUFFT_INVALID_SIZE";
    case MUFFT_UNALIGNED_DATA: return "MUFFT_UNALIGNED_DATA";
    case MUFFT_INCOMPLETE_PARAMETER_LIST: return "MUFFT_INCOMPLETE_PARAMETER_LIST";
    case MUFFT_INVALID_DEVICE: return "MUFFT_INVALID_DEVICE";
    case MUFFT_PARSE_ERROR: return "MUFFT_PARSE_ERROR";
    case MUFFT_NO_WORKSPACE: return "MUFFT_NO_WORKSPACE";
    case MUFFT_NOT_IMPLEMENTED: return "MUFFT_NOT_IMPLEMENTED";
    case MUFFT_LICENSE_ERROR: return "MUFFT_LICENSE_ERROR";
    case MUFFT_NOT_SUPPORTED: return "MUFFT_NOT_SUPPORTED";
  }
  return "MUFFT_UNKNOWN_ERROR";
}
