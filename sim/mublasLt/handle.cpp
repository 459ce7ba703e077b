// Handles, versions, texts and the log of muBLASLt.
#include <memory>
#include <new>

#include "blas/status_text.h"
#include "machine/device/device.h"
#include "machine/library_handles.h"
#include "machine/library_log.h"
#include "mublasLt/call.h"
#include "musa_runtime_api.h"

// It keeps nothing: the address is the handle.
struct mublasLtContext {
  int device;
};

namespace musasim::lt {
namespace {

constexpr const char* kKind = "mublasLtHandle_t";
constexpr const char* kLog = "mublasLt";
constexpr int kTraceLevel = 5;
constexpr int kTraceMask = 16;

}  // namespace

Status status_of(musaError_t error) noexcept {
  switch (error) {
    case musaSuccess: return MUBLAS_STATUS_SUCCESS;
    case musaErrorMemoryAllocation: return MUBLAS_STATUS_MEMORY_ERROR;
    case musaErrorInvalidValue: return MUBLAS_STATUS_INVALID_VALUE;
    default: return MUBLAS_STATUS_INTERNAL_ERROR;
  }
}

LtCall::LtCall(const char* name) noexcept : api_(name) {
  if (!logging(kLog)) {
    return;
  }
  write_log(kLog, name);
  if (const LogCallback callback = log_callback(kLog); callback != nullptr) {
    reinterpret_cast<mublasLtLoggerCallback_t>(callback)(kTraceLevel, name, "");
  }
}

Status LtCall::check(mublasLtHandle_t handle) const noexcept {
  if (find_library_handle(kKind, handle) == nullptr &&
      find_library_handle("mublasHandle_t", handle) == nullptr) {
    return MUBLAS_STATUS_INVALID_HANDLE;
  }
  return status_of(api_.usable());
}

}  // namespace musasim::lt

using namespace musasim;
using namespace musasim::lt;

mublasStatus_t mublasLtCreate(mublasLtHandle_t* lightHandle) {
  const LtCall call(__func__);
  if (lightHandle == nullptr) {
    return MUBLAS_STATUS_INVALID_POINTER;
  }
  *lightHandle = nullptr;
  const ApiCall api(__func__);
  if (const musaError_t error = api.usable(); error != musaSuccess) {
    return status_of(error);
  }
  try {
    auto made = std::make_shared<mublasLtContext>();
    made->device = current_device();
    mark_used(made->device);
    *lightHandle = made.get();
    add_library_handle(kKind, std::move(made));
    return MUBLAS_STATUS_SUCCESS;
  } catch (const std::bad_alloc&) {
    *lightHandle = nullptr;
    return MUBLAS_STATUS_MEMORY_ERROR;
  }
}

mublasStatus_t mublasLtDestroy(mublasLtHandle_t lightHandle) {
  const LtCall call(__func__);
  return remove_library_handle(kKind, lightHandle) != nullptr ? MUBLAS_STATUS_SUCCESS
                                                              : MUBLAS_STATUS_INVALID_HANDLE;
}

const char* mublasLtGetStatusName(mublasStatus_t status) { return blas::status_name(status); }
const char* mublasLtGetStatusString(mublasStatus_t status) { return blas::status_meaning(status); }

size_t mublasLtGetVersion(void) { return MUBLAS_VERSION; }
size_t mublasLtGetMusartVersion(void) { return MUSART_VERSION; }
size_t mublasLtGetCudartVersion(void) { return MUSART_VERSION; }

mublasStatus_t mublasLtGetProperty(libraryPropertyType type, int* value) {
  const LtCall call(__func__);
  if (value == nullptr) {
    return MUBLAS_STATUS_INVALID_POINTER;
  }
  switch (type) {
    case MAJOR_VERSION: *value = MUBLAS_VER_MAJOR; return MUBLAS_STATUS_SUCCESS;
    case MINOR_VERSION: *value = MUBLAS_VER_MINOR; return MUBLAS_STATUS_SUCCESS;
    case PATCH_LEVEL: *value = MUBLAS_VER_PATCH; return MUBLAS_STATUS_SUCCESS;
  }
  return MUBLAS_STATUS_INVALID_VALUE;
}

// There is no search, so nothing to keep of it.
mublasStatus_t mublasLtHeuristicsCacheGetCapacity(size_t* capacity) {
  const LtCall call(__func__);
  if (capacity == nullptr) {
    return MUBLAS_STATUS_INVALID_POINTER;
  }
  return MUBLAS_STATUS_NOT_SUPPORTED;
}
mublasStatus_t mublasLtHeuristicsCacheSetCapacity(size_t) {
  const LtCall call(__func__);
  return MUBLAS_STATUS_NOT_SUPPORTED;
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
