// Calls of muBLAS on their way to the stream.
#include "mublas/call.h"

#include "blas/gate.h"
#include "machine/library_log.h"

namespace musasim::blas {

Status Call::launch(std::function<void()> work) const {
  return status_of(launch_work(handle_->stream, name_, [work = std::move(work)] {
    const Use use;
    if (use) {  // else the process ends
      work();
    }
    return musaSuccess;
  }));
}

Status Call::wait() const { return status_of(wait_for(handle_->stream)); }

void Library::entered(const char* function) noexcept {
  if (!logging("mublas")) {
    return;
  }
  write_log("mublas", function);
  if (const LogCallback callback = log_callback("mublas"); callback != nullptr) {
    reinterpret_cast<mublasLogCallback>(callback)(function);
  }
}

}  // namespace musasim::blas
