// What every function of this library does: names itself, checks its arguments, puts its work on the
// handle's stream, and turns what goes wrong into a status.
#pragma once

#include <cstring>
#include <initializer_list>
#include <memory>
#include <new>
#include <utility>

#include "machine/device/api_call.h"
#include "machine/library.h"
#include "machine/library_handles.h"
#include "machine/memory/access.h"
#include "musparse.h"

struct musparseContext {
  musaStream_t stream = nullptr;
  musparsePointerMode_t pointer_mode = MUSPARSE_POINTER_MODE_HOST;
};

namespace musasim::musparse {

// Of the handles in the machine's table.
constexpr const char* kHandleKind = "musparse";

// What the _bufferSize functions answer. The work here needs no buffer, but callers allocate one.
constexpr size_t kBufferBytes = 256;

// Thrown by checks inside of api(), and only there.
struct Refused {
  musparseStatus_t status;
};

inline void require(bool condition, musparseStatus_t status = MUSPARSE_STATUS_INVALID_VALUE) {
  if (!condition) {
    throw Refused{status};
  }
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

// Thrown by work that finds a coordinate outside of its matrix, and only there: on a device it would
// read or write memory that is not its own.
struct OutOfRange {};

inline void require_inside(bool inside) {
  if (!inside) {
    throw OutOfRange{};
  }
}

// Runs the body of a public function; `body` returns nothing and throws Refused.
template <class Body>
musparseStatus_t api(const char* function, Body&& body) noexcept {
  const ApiCall call(function);
  try {
    body();
    return MUSPARSE_STATUS_SUCCESS;
  } catch (const Refused& refused) {
    return refused.status;
  } catch (const std::bad_alloc&) {
    return MUSPARSE_STATUS_ALLOC_FAILED;
  } catch (...) {
    return MUSPARSE_STATUS_INTERNAL_ERROR;
  }
}

// The same for functions that use the device through a handle.
template <class Body>
musparseStatus_t api(const char* function, musparseHandle_t handle, Body&& body) noexcept {
  const std::shared_ptr<void> alive = find_library_handle(kHandleKind, handle);
  return alive ? api(function, std::forward<Body>(body)) : MUSPARSE_STATUS_NOT_INITIALIZED;
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
    try {
      work();
      return musaSuccess;
    } catch (const std::bad_alloc&) {
      return musaErrorMemoryAllocation;
    } catch (const OutOfRange&) {
      return musaErrorIllegalAddress;
    }
  }));
}

// The same, and waits: for functions whose answer the host reads.
template <class Work>
void run_and_wait(musparseHandle_t handle, const char* name, Work work) {
  require(!is_capturing(handle->stream), MUSPARSE_STATUS_EXECUTION_FAILED);
  submit(handle, name, std::move(work));
  check(wait_for(handle->stream));
}

inline void answer_buffer_size(size_t* bytes) {
  require_pointers(bytes);
  *bytes = kBufferBytes;
}

}  // namespace musasim::musparse
