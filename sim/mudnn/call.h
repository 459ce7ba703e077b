// The frame of every operation: checks, the stream.
#pragma once

#include <functional>

#include "machine/device/api_call.h"
#include "machine/device/device_scope.h"
#include "mudnn/view.h"

namespace musasim::dnn {

using musa::dnn::Handle;
using musa::dnn::Status;

inline View backed(const View& view) { return view.backed(); }
inline std::vector<View> backed(std::vector<View> views) {
  for (View& view : views) view = view.backed();
  return views;
}

// One call of an operation: `name` is that of the kernel in reports.
class Call {
 public:
  Call(const char* name, const Handle& handle)
      : api_(name), name_(name), stream_(handle.GetStream()), scope_(handle.GetDeviceId()) {}

  // Puts work(views...) on the stream; the views are then where the work finds the elements.
  template <class F, class... V>
  Status launch(F work, const V&... views) const {
    return submit([=] { work(backed(views)...); });
  }
  // The same, and waits for it.
  template <class F, class... V>
  Status finish(F work, const V&... views) const {
    return first_of(launch(work, views...));
  }

 private:
  // The status of the call, or of the wait for its work.
  Status first_of(Status launched) const;
  Status submit(std::function<void()> work) const;

  ApiCall api_;
  const char* name_;
  musaStream_t stream_;
  DeviceScope scope_;
};

// Checks, in order: the first that does not hold gives the status of the call.
inline Status valid(bool good) { return good ? Status::SUCCESS : Status::INVALID_PARAMETER; }
inline Status supported(bool good) { return good ? Status::SUCCESS : Status::NOT_SUPPORTED; }
inline Status first(std::initializer_list<Status> checks) {
  for (const Status status : checks) {
    if (status != Status::SUCCESS) return status;
  }
  return Status::SUCCESS;
}
// Tensors that must be there, of types that are computed with.
Status usable(std::initializer_list<const View*> views);
// The same of those that may be left out.
Status usable_if_given(std::initializer_list<const View*> views);

}  // namespace musasim::dnn
