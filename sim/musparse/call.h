// The frame of every function of muSPARSE: it names itself, checks its arguments, puts its work on the
// handle's stream, and turns what goes wrong into a status.
#pragma once

#include <cstring>
#include <initializer_list>
#include <memory>
#include <utility>

#include "machine/device/access.h"
#include "machine/element_types.h"
#include "machine/library_call.h"
#include "machine/library_handles.h"
#include "musparse.h"

struct musparseContext {
  static constexpr const char* kHandleKind = "musparseHandle_t";
  musaStream_t stream = nullptr;
  musparsePointerMode_t pointer_mode = MUSPARSE_POINTER_MODE_HOST;
};

namespace musasim::musparse {

using Library = LibraryStatuses<musparseStatus_t, MUSPARSE_STATUS_SUCCESS,
                                MUSPARSE_STATUS_ALLOC_FAILED, MUSPARSE_STATUS_INTERNAL_ERROR>;

// The answer of the _bufferSize functions. The work here needs no buffer, but callers allocate one.
constexpr size_t kBufferBytes = 256;

// Sources see these by `using namespace musasim::musparse`.
using musasim::backing;
using musasim::backing_address;
using musasim::Complex;
using musasim::Computed;
using musasim::DoubleComplex;
using musasim::kIsComplex;
using musasim::refuse;

inline void require(bool condition, musparseStatus_t otherwise = MUSPARSE_STATUS_INVALID_VALUE) {
  musasim::require(condition, otherwise);
}

template <class... Pointers>
void require_pointers(const Pointers*... pointers) {
  require(((pointers != nullptr) && ...));
}

// Callers in C may pass any number for an enumerator, and C++ may not even look at those outside of
// the enumeration's range; so the bytes are compared.
template <class Enum>
void require_one_of(const Enum& value, std::initializer_list<Enum> known) {
  int number = 0;
  static_assert(sizeof(value) == sizeof(number));
  std::memcpy(&number, &value, sizeof(number));
  bool found = false;
  for (const Enum one : known) {
    found = found || static_cast<int>(one) == number;
  }
  require(found);
}

// Ends work that finds a coordinate outside of its matrix: on a device it would read or write memory
// that is not its own.
inline void require_inside(bool inside) {
  if (!inside) {
    throw DeviceFault{musaErrorIllegalAddress};
  }
}

template <class Body>
musparseStatus_t public_call(const char* function, Body&& body) noexcept {
  return musasim::public_call<Library>(function, std::forward<Body>(body));
}

// The same for functions that use the device through a handle.
template <class Body>
musparseStatus_t public_call(const char* function, musparseHandle_t handle, Body&& body) noexcept {
  return public_call(function, [&] {
    const std::shared_ptr<musparseContext> alive = find_handle(handle);
    require(alive != nullptr, MUSPARSE_STATUS_NOT_INITIALIZED);
    body();
  });
}

inline void check(musaError_t error) {
  require(error == musaSuccess, error == musaErrorMemoryAllocation
                                    ? MUSPARSE_STATUS_ALLOC_FAILED
                                    : MUSPARSE_STATUS_EXECUTION_FAILED);
}

// Puts work that returns nothing on the stream; it holds copies of all it needs.
template <class Work>
void submit(musparseHandle_t handle, const char* name, Work work) {
  check(launch_work(handle->stream, name, [work = std::move(work)] {
    allow_host_pointers();  // results and scalars may lie in either memory
    work();
    return musaSuccess;
  }));
}

// The same, and waits: for functions whose answer the host reads.
template <class Work>
void run_and_wait(musparseHandle_t handle, const char* name, Work work) {
  require(!is_capturing(handle->stream), MUSPARSE_STATUS_EXECUTION_FAILED);
  submit(handle, name, std::move(work));
  check(wait_for(handle->stream));
}

// Results in host memory are there on return, as on the platform.
template <class Work>
void submit_result(musparseHandle_t handle, const char* name, Work work) {
  if (handle->pointer_mode == MUSPARSE_POINTER_MODE_HOST) {
    run_and_wait(handle, name, std::move(work));
  } else {
    submit(handle, name, std::move(work));
  }
}

inline void answer_buffer_size(size_t* bytes) {
  require_pointers(bytes);
  *bytes = kBufferBytes;
}

}  // namespace musasim::musparse
