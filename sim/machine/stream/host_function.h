// Functions of the host that streams call.
#pragma once

#include "driver_types.h"
#include "machine/export.h"
#include "machine/stream/operation.h"

namespace musasim {

using StreamCallback = void (*)(musaStream_t stream, musaError_t status, void* data);

// The operation of a host function; graph nodes are made of it, too.
MUSASIM_API Operation host_operation(musaHostFn_t function, void* data);

MUSASIM_API musaError_t launch_host_function(musaStream_t stream, musaHostFn_t function,
                                             void* data);
// Called with what broke the device, if anything did. Not possible in a capture.
MUSASIM_API musaError_t add_callback(musaStream_t stream, StreamCallback callback, void* data,
                                     unsigned flags);

// While it lives, runtime calls of the thread are musaErrorNotPermitted.
class MUSASIM_API HostFunctionScope {
 public:
  HostFunctionScope() noexcept;
  ~HostFunctionScope();
  HostFunctionScope(const HostFunctionScope&) = delete;
  HostFunctionScope& operator=(const HostFunctionScope&) = delete;

 private:
  const bool outer_;
};

}  // namespace musasim
