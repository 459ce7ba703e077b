// The frame of every function of this library:
//   MUresult muMemAlloc(...) { return in_context(__func__, [&] { return ...; }); }
// Bodies give the machine's musaError_t, which has the same numbers.
#pragma once

// Functions are defined under their plain names; forms.cpp adds the versioned ones.
#define MUSASIM_PLAIN_DRIVER_NAMES

// Functions whose first versions took other arguments: first_versions.cpp has these.
#define muGetProcAddress muGetProcAddress_v2
#define muGraphAddKernelNode muGraphAddKernelNode_v2
#define muGraphExecKernelNodeSetParams muGraphExecKernelNodeSetParams_v2
#define muGraphExecUpdate muGraphExecUpdate_v2
#define muGraphInstantiate muGraphInstantiateWithFlags
#define muGraphKernelNodeGetParams muGraphKernelNodeGetParams_v2
#define muGraphKernelNodeSetParams muGraphKernelNodeSetParams_v2
#define muStreamBeginCapture muStreamBeginCapture_v2
#define muStreamGetCaptureInfo muStreamGetCaptureInfo_v2

#include <cstring>
#include <utility>

#include "machine/context/context.h"
#include "machine/device/abi.h"
#include "machine/device/api_call.h"
#include "machine/device/simulated_gpus.h"
#include "musa.h"

namespace musasim::driver {

using musasim::guarded;
using musasim::is_device;
using musasim::store;

// Codes that only the runtime has become what the driver has for them.
MUresult to_result(musaError_t error) noexcept;

// Works without muInit.
template <class Body>
MUresult anytime(const char* name, Body&& body) noexcept {
  const ApiCall call(name);
  return to_result(guarded(std::forward<Body>(body)));
}

// Needs muInit, and no context.
template <class Body>
MUresult initialized(const char* name, Body&& body) noexcept {
  const ApiCall call(name);
  if (in_bad_fork() || !driver_initialized()) {
    return MUSA_ERROR_NOT_INITIALIZED;
  }
  return to_result(guarded(std::forward<Body>(body)));
}

// Needs a living current context, and a device that works.
template <class Body>
MUresult in_context(const char* name, Body&& body) noexcept {
  return initialized(name, [&]() -> musaError_t {
    const ContextPtr context = current_context();
    if (!context) {
      return musaErrorDeviceUninitialized;
    }
    if (!context->alive) {
      return musaErrorContextIsDestroyed;
    }
    const ApiCall call(name);
    const musaError_t usable = call.usable(false);
    return usable != musaSuccess ? usable : std::forward<Body>(body)();
  });
}

// The same bytes as the runtime's or the driver's form of a struct.
template <class To, class From>
To as(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(static_cast<void*>(&to), static_cast<const void*>(&from), sizeof(to));
  return to;
}

inline void* pointer(MUdeviceptr address) { return reinterpret_cast<void*>(address); }
inline MUdeviceptr address(const void* pointer) { return reinterpret_cast<MUdeviceptr>(pointer); }

inline MUcontext handle_of(const ContextPtr& context) {
  return reinterpret_cast<MUcontext>(context.get());
}

// The device of a context that was handed in; -1: dead.
inline int device_of(MUcontext handle) {
  const ContextPtr context = find_context(handle);
  return context ? context->device : -1;
}

}  // namespace musasim::driver
