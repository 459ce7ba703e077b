// The frame of every public function of the libraries above the runtime, and how their work reaches
// a stream. A library describes its statuses once:
//
//   using Musparse = LibraryStatuses<musparseStatus_t, MUSPARSE_STATUS_SUCCESS,
//                                    MUSPARSE_STATUS_ALLOC_FAILED, MUSPARSE_STATUS_INTERNAL_ERROR>;
//
// and a function of it is
//
//   musparseStatus_t musparseGetStream(musparseHandle_t handle, musaStream_t* stream) {
//     return public_call<Musparse>(__func__, [&](const ApiCall& call) { ... });
//   }
#pragma once

#include <exception>
#include <new>
#include <type_traits>
#include <utility>

#include "machine/device/api_call.h"
#include "machine/library.h"

namespace musasim {

// Thrown by refuse() in the body of a public function, and only there.
template <class Status>
struct Refused {
  Status status;
};

// Ends the body with that status.
template <class Status>
[[noreturn]] void refuse(Status status) {
  throw Refused<Status>{status};
}

template <class Status>
void require(bool condition, Status otherwise) {
  if (!condition) refuse(otherwise);
}

// A library that has a log derives from it and hides entered(); one that keeps texts of errors hides
// failed().
template <class S, S Success, S OutOfMemory, S Internal>
struct LibraryStatuses {
  using Status = S;
  static constexpr S kSuccess = Success;

  static void entered(const char* /*function*/) noexcept {}
  static S failed(const std::exception& problem) noexcept {
    return dynamic_cast<const std::bad_alloc*>(&problem) != nullptr ? OutOfMemory : Internal;
  }
};

// Runs body(call) or body(): it returns a status, or nothing for success.
template <class Library, class Body>
typename Library::Status public_call(const char* function, Body&& body) noexcept {
  using Status = typename Library::Status;
  const ApiCall call(function);
  const auto result = [&](auto&&... arguments) -> Status {
    if constexpr (std::is_void_v<decltype(body(arguments...))>) {
      body(arguments...);
      return Library::kSuccess;
    } else {
      return body(arguments...);
    }
  };
  try {
    Library::entered(function);
    if constexpr (std::is_invocable_v<Body, const ApiCall&>) {
      return result(call);
    } else {
      return result();
    }
  } catch (const Refused<Status>& refused) {
    return refused.status;
  } catch (const std::exception& problem) {
    return Library::failed(problem);
  }
}

}  // namespace musasim
