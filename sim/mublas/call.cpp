// How calls of muBLAS reach the stream.
#include "mublas/call.h"

#include "blas/gate.h"
#include "machine/library_log.h"

namespace musasim::blas {

Status status_of(musaError_t error) noexcept {
  switch (error) {
    case musaSuccess: return kSuccess;
    case musaErrorMemoryAllocation: return MUBLAS_STATUS_MEMORY_ERROR;
    case musaErrorInvalidValue: return MUBLAS_STATUS_INVALID_VALUE;
    default: return MUBLAS_STATUS_INTERNAL_ERROR;
  }
}

Status Call::launch(std::function<void()> work) const {
  return status_of(launch_work(handle_->stream, name_, [work = std::move(work)] {
    const Use use;
    if (!use) {
      return musaSuccess;  // the process ends
    }
    try {
      work();
    } catch (const std::bad_alloc&) {
      return musaErrorLaunchOutOfResources;
    }
    return musaSuccess;
  }));
}

Status Call::wait() const { return status_of(wait_for(handle_->stream)); }

void log_call(const char* name) noexcept {
  if (!logging("mublas")) {
    return;
  }
  write_log("mublas", name);
  if (const LogCallback callback = log_callback("mublas"); callback != nullptr) {
    reinterpret_cast<mublasLogCallback>(callback)(name);
  }
}

}  // namespace musasim::blas
