// The frame of every function of this library:
//   musaError_t musaMalloc(void** p, size_t n) { return api(__func__, [&] { return ...; }); }
#pragma once

#ifndef MUSASIM_OWN_NAMES
#define MUSASIM_OWN_NAMES  // define the functions under their plain names
#endif

#include <utility>

#include "machine/context/context.h"
#include "machine/device/abi.h"
#include "machine/device/api_call.h"
#include "machine/device/last_error.h"
#include "machine/device/simulated_gpus.h"
#include "musa_runtime_api.h"

namespace musasim {

// A function that uses the current device: fails as every call on it fails, keeps its error for
// musaGetLastError.
template <class Body>
musaError_t api(const char* name, Body&& body) noexcept {
  const ApiCall call(name);
  const musaError_t usable = call.usable();
  return record_error(usable != musaSuccess ? usable : guarded(std::forward<Body>(body)));
}

// A function that works without a usable device.
template <class Body>
musaError_t query(const char* name, Body&& body) noexcept {
  const ApiCall call(name);
  return record_error(guarded(std::forward<Body>(body)));
}

// A question about the devices that uses none of them: there have to be some, and the process must
// not be a forked child. The driver needs no muInit then.
template <class Body>
musaError_t ask(const char* name, Body&& body) noexcept {
  return query(name, [&]() -> musaError_t {
    const musaError_t started = initialize_driver(0);
    return started != musaSuccess ? started : body();
  });
}

}  // namespace musasim
