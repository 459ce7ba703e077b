// muBLAS's texts about itself: statuses as text, versions, the log of calls.
#include <cstdio>

#include "blas/status_text.h"
#include "machine/library_log.h"
#include "mublas/call.h"
#include "musa_runtime_api.h"

using namespace musasim;
using namespace musasim::blas;

const char* mublasGetStatusName(mublasStatus_t status) { return status_name(status); }
const char* mublasGetStatusString(mublasStatus_t status) { return status_meaning(status); }
const char* mublasStatus_to_string(mublasStatus_t status) { return status_name(status); }

mublasStatus_t mublasGetProperty(libraryPropertyType type, int* value) {
  const ApiCall api(__func__);
  if (value == nullptr) {
    return MUBLAS_STATUS_INVALID_POINTER;
  }
  switch (type) {
    case MAJOR_VERSION: *value = MUBLAS_VER_MAJOR; return kSuccess;
    case MINOR_VERSION: *value = MUBLAS_VER_MINOR; return kSuccess;
    case PATCH_LEVEL: *value = MUBLAS_VER_PATCH; return kSuccess;
  }
  return MUBLAS_STATUS_INVALID_VALUE;
}

size_t mublasGetMusartVersion(void) { return MUSART_VERSION; }

mublasStatus_t mublasLoggerConfigure(int logIsOn, int logToStdOut, int logToStdErr,
                                     const char* logFileName) {
  const ApiCall api(__func__);
  if (!open_log_file("mublas", logIsOn != 0 ? logFileName : nullptr)) {
    return MUBLAS_STATUS_INVALID_VALUE;
  }
  set_log_streams("mublas", logToStdOut != 0, logToStdErr != 0);
  set_logging("mublas", logIsOn != 0);
  return kSuccess;
}

// A callback hears of every call without further configuration.
mublasStatus_t mublasSetLoggerCallback(mublasLogCallback userCallback) {
  const ApiCall api(__func__);
  set_log_callback("mublas", reinterpret_cast<LogCallback>(userCallback));
  set_logging("mublas", userCallback != nullptr);
  return kSuccess;
}

mublasStatus_t mublasGetLoggerCallback(mublasLogCallback* userCallback) {
  const ApiCall api(__func__);
  if (userCallback == nullptr) {
    return MUBLAS_STATUS_INVALID_POINTER;
  }
  *userCallback = reinterpret_cast<mublasLogCallback>(log_callback("mublas"));
  return kSuccess;
}

void mublasXerbla(const char* srName, int info) {
  std::fprintf(stderr, "%s: parameter %d had an illegal value\n", srName == nullptr ? "" : srName,
               info);
}
