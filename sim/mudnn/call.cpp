// Operations on their way to the stream.
#include "mudnn/call.h"

#include "blas/gate.h"

namespace musasim::dnn {
namespace {

Status status_of(musaError_t error) {
  switch (error) {
    case musaSuccess: return Status::SUCCESS;
    case musaErrorMemoryAllocation: return Status::ALLOC_FAILED;
    case musaErrorInvalidValue: return Status::INVALID_PARAMETER;
    default: return Status::EXECUTION_FAILED;
  }
}

}  // namespace

Status Call::submit(std::function<void()> work) const {
  if (const musaError_t error = api_.usable(); error != musaSuccess) return status_of(error);
  return status_of(launch_work(stream_, name_, [work = std::move(work)] {
    const blas::Use use;
    if (use) work();  // else the process ends
    return musaSuccess;
  }));
}

Status Call::first_of(Status launched) const {
  return launched == Status::SUCCESS ? status_of(wait_for(stream_)) : launched;
}

Status usable(std::initializer_list<const View*> views) {
  for (const View* view : views) {
    if (!known(view->type)) return Status::NOT_SUPPORTED;
    if (!view->given && view->count() != 0) return Status::INVALID_PARAMETER;
  }
  return Status::SUCCESS;
}

Status usable_if_given(std::initializer_list<const View*> views) {
  for (const View* view : views) {
    if (view->given && !known(view->type)) return Status::NOT_SUPPORTED;
  }
  return Status::SUCCESS;
}

}  // namespace musasim::dnn
