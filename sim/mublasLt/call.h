// The frame of every function of muBLASLt: its name for reports, the log, the handle.
#pragma once

#include "blas/library.h"
#include "mublasLt/descriptor.h"

// It keeps nothing: the address is the handle.
struct mublasLtContext {
  static constexpr const char* kHandleKind = "mublasLtHandle_t";
  int device;
};

namespace musasim::lt {

using blas::status_of;

struct Library : blas::Statuses {
  static void entered(const char* function) noexcept;  // writes the log of calls
};

// Success, or why work cannot be done with the handle now.
Status check_handle(const ApiCall& call, mublasLtHandle_t handle) noexcept;

// The frame of a public function: body(call) or body().
template <class Body>
Status public_call(const char* function, Body&& body) noexcept {
  return musasim::public_call<Library>(function, std::forward<Body>(body));
}

// The same for functions that need the handle: body().
template <class Body>
Status public_call(const char* function, mublasLtHandle_t handle, Body&& body) noexcept {
  return public_call(function, [&](const ApiCall& call) -> Status {
    const Status bad = check_handle(call, handle);
    return bad == MUBLAS_STATUS_SUCCESS ? body() : bad;
  });
}

}  // namespace musasim::lt
