// What every function of libmccl begins with.
#pragma once

#include <exception>

#include "machine/collective/report.h"
#include "machine/device/api_call.h"
#include "mccl.h"

namespace musasim::mccl {

// Runs the body; no exception leaves it.
template <class Body>
mcclResult_t guarded(Body body) noexcept {
  try {
    return body();
  } catch (const std::exception& problem) {
    return collective::fail(mcclSystemError, problem.what());
  }
}

// Runs the function's body as a public call.
template <class Body>
mcclResult_t call(const char* function, Body body) noexcept {
  const ApiCall api(function);
  return guarded(body);
}

// The same for functions that use the current device.
template <class Body>
mcclResult_t device_call(const char* function, Body body) noexcept {
  const ApiCall api(function);
  const musaError_t error = api.usable();
  return guarded(
      [&] { return error == musaSuccess ? body() : collective::fail_musa(error, function); });
}

}  // namespace musasim::mccl
