// The frame of every function of libmccl.
#pragma once

#include "machine/collective/report.h"
#include "machine/library_call.h"
#include "mccl.h"

namespace musasim::mccl {

struct Library {
  using Status = mcclResult_t;

  static void entered(const char* /*function*/) noexcept {}
  static mcclResult_t failed(const std::exception& problem) {
    return collective::fail(mcclSystemError, problem.what());
  }
};

// The frame of a public function.
template <class Body>
mcclResult_t public_call(const char* function, Body&& body) noexcept {
  return musasim::public_call<Library>(function, std::forward<Body>(body));
}

// The same for functions that use the current device.
template <class Body>
mcclResult_t device_call(const char* function, Body&& body) noexcept {
  return public_call(function, [&](const ApiCall& call) {
    const musaError_t error = call.usable();
    return error == musaSuccess ? body() : collective::fail_musa(error, function);
  });
}

}  // namespace musasim::mccl
