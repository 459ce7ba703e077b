// Handles, versions, texts and the log of muBLASLt.
#include <memory>

#include "blas/status_text.h"
#include "machine/device/simulated_gpus.h"
#include "machine/library_handles.h"
#include "machine/library_log.h"
#include "mublasLt/call.h"
#include "musa_runtime_api.h"

namespace musasim::lt {
namespace {

constexpr const char* kLog = "mublasLt";
constexpr int kTraceLevel = 5;
constexpr int kTraceMask = 16;

}  // namespace

void Library::entered(const char* function) noexcept {
  if (!logging(kLog)) {
    return;
  }
  write_log(kLog, function);
  if (const LogCallback callback = log_callback(kLog); callback != nullptr) {
    reinterpret_cast<mublasLtLoggerCallback_t>(callback)(kTraceLevel, function, "");
  }
}

Status check_handle(const ApiCall& call, mublasLtHandle_t handle) noexcept {
  if (find_handle(handle) == nullptr && find_library_handle("mublasHandle_t", handle) == nullptr) {
    return MUBLAS_STATUS_INVALID_HANDLE;
  }
  return status_of(call.usable());
}

}  // namespace musasim::lt

using namespace musasim;
using namespace musasim::lt;

mublasStatus_t mublasLtCreate(mublasLtHandle_t* lightHandle) {
  return public_call(__func__, [&](const ApiCall& call) -> Status {
    if (lightHandle == nullptr) {
      return MUBLAS_STATUS_INVALID_POINTER;
    }
    *lightHandle = nullptr;
    if (const musaError_t error = call.usable(); error != musaSuccess) {
      return status_of(error);
    }
    auto made = std::make_shared<mublasLtContext>();
    made->device = current_device();
    mark_used(made->device);
    *lightHandle = add_handle(std::move(made));
    return MUBLAS_STATUS_SUCCESS;
  });
}

mublasStatus_t mublasLtDestroy(mublasLtHandle_t lightHandle) {
  return public_call(__func__, [&] {
    return remove_handle(lightHandle) != nullptr ? MUBLAS_STATUS_SUCCESS
                                                 : MUBLAS_STATUS_INVALID_HANDLE;
  });
}

const char* mublasLtGetStatusName(mublasStatus_t status) { return blas::status_name(status); }
const char* mublasLtGetStatusString(mublasStatus_t status) { return blas::status_meaning(status); }

size_t mublasLtGetVersion(void) { return MUBLAS_VERSION; }
size_t mublasLtGetMusartVersion(void) { return MUSART_VERSION; }
size_t mublasLtGetCudartVersion(void) { return MUSART_VERSION; }

mublasStatus_t mublasLtGetProperty(libraryPropertyType type, int* value) {
  return public_call(__func__, [&]() -> Status {
    if (value == nullptr) {
      return MUBLAS_STATUS_INVALID_POINTER;
    }
    switch (type) {
      case MAJOR_VERSION: *value = MUBLAS_VER_MAJOR; return MUBLAS_STATUS_SUCCESS;
      case MINOR_VERSION: *value = MUBLAS_VER_MINOR; return MUBLAS_STATUS_SUCCESS;
      case PATCH_LEVEL: *value = MUBLAS_VER_PATCH; return MUBLAS_STATUS_SUCCESS;
    }
    return MUBLAS_STATUS_INVALID_VALUE;
  });
}

// There is no search, so nothing to keep of it.
mublasStatus_t mublasLtHeuristicsCacheGetCapacity(size_t* capacity) {
  return public_call(__func__, [&]() -> Status {
    if (capacity == nullptr) {
      return MUBLAS_STATUS_INVALID_POINTER;
    }
    return MUBLAS_STATUS_NOT_SUPPORTED;
  });
}
mublasStatus_t mublasLtHeuristicsCacheSetCapacity(size_t) {
  return public_call(__func__, [&]() -> Status { return MUBLAS_STATUS_NOT_SUPPORTED; });
}
unsigned mublasLtDisableCpuInstructionsSetMask(unsigned) { return 0; }

mublasStatus_t mublasLtLoggerSetCallback(mublasLtLoggerCallback_t callback) {
  set_log_callback(kLog, reinterpret_cast<LogCallback>(callback));
  return MUBLAS_STATUS_SUCCESS;
}
mublasStatus_t mublasLtLoggerSetFile(FILE* file) {
  set_log_file(kLog, file);
  return MUBLAS_STATUS_SUCCESS;
}
mublasStatus_t mublasLtLoggerOpenFile(const char* logFile) {
  if (logFile == nullptr) {
    return MUBLAS_STATUS_INVALID_POINTER;
  }
  return open_log_file(kLog, logFile) ? MUBLAS_STATUS_SUCCESS : MUBLAS_STATUS_INVALID_VALUE;
}
mublasStatus_t mublasLtLoggerSetLevel(int level) {
  if (level < 0 || level > kTraceLevel) {
    return MUBLAS_STATUS_INVALID_VALUE;
  }
  set_logging(kLog, level == kTraceLevel);
  return MUBLAS_STATUS_SUCCESS;
}
mublasStatus_t mublasLtLoggerSetMask(int mask) {
  set_logging(kLog, (mask & kTraceMask) != 0);
  return MUBLAS_STATUS_SUCCESS;
}
mublasStatus_t mublasLtLoggerForceDisable(void) {
  disable_log(kLog);
  return MUBLAS_STATUS_SUCCESS;
}
