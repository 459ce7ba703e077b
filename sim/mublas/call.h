// The frame of every function of muBLAS: checks, scalars, results, the stream.
#pragma once

#include <climits>
#include <complex>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <type_traits>
#include <utility>

#include "blas/cblas.h"
#include "blas/element.h"
#include "blas/library.h"
#include "machine/element_types.h"
#include "machine/library_handles.h"
#include "mublas/handle.h"

namespace musasim::blas {

struct Library : Statuses {
  static void entered(const char* function) noexcept;  // writes the log of calls
};

// The frame of a public function: body(call) or body().
template <class Body>
Status public_call(const char* function, Body&& body) noexcept {
  return musasim::public_call<Library>(function, std::forward<Body>(body));
}

// The first that is not success. Arguments are checked in this order: values, sizes, then, where
// there is something to do, pointers.
inline Status first(std::initializer_list<Status> checks) {
  for (const Status status : checks) {
    if (status != kSuccess) {
      return status;
    }
  }
  return kSuccess;
}

inline Status size_if(bool good) { return good ? kSuccess : MUBLAS_STATUS_INVALID_SIZE; }
inline Status value_if(bool good) { return good ? kSuccess : MUBLAS_STATUS_INVALID_VALUE; }

inline Status valid(mublasOperation_t op) {
  return value_if(op == MUBLAS_OP_N || op == MUBLAS_OP_T || op == MUBLAS_OP_C);
}
inline Status valid(mublasFillMode_t uplo) {
  return value_if(uplo == MUBLAS_FILL_MODE_UPPER || uplo == MUBLAS_FILL_MODE_LOWER);
}
inline Status valid(mublasDiagType_t diag) {
  return value_if(diag == MUBLAS_DIAG_NON_UNIT || diag == MUBLAS_DIAG_UNIT);
}
inline Status valid(mublasSideMode_t side) {
  return value_if(side == MUBLAS_SIDE_LEFT || side == MUBLAS_SIDE_RIGHT);
}
template <class... N>
Status sizes(N... n) {
  return size_if(((n >= 0) && ...));
}
// A leading dimension for columns of so many rows.
inline Status leading(std::int64_t ld, std::int64_t rows) {
  return size_if(ld >= (rows > 1 ? rows : 1));
}
template <class... N>
Status increments(N... increment) {
  return size_if(((increment != 0) && ...));
}
template <class... P>
Status pointers(P... pointer) {
  return ((pointer != nullptr) && ...) ? kSuccess : MUBLAS_STATUS_INVALID_POINTER;
}

// The constants of muBLAS have the values of CBLAS.
inline CBLAS_TRANSPOSE native(mublasOperation_t op) { return static_cast<CBLAS_TRANSPOSE>(op); }
inline CBLAS_UPLO native(mublasFillMode_t uplo) { return static_cast<CBLAS_UPLO>(uplo); }
inline CBLAS_DIAG native(mublasDiagType_t diag) { return static_cast<CBLAS_DIAG>(diag); }
inline CBLAS_SIDE native(mublasSideMode_t side) { return static_cast<CBLAS_SIDE>(side); }
// Only after Call has checked that it fits.
inline int narrow_int(std::int64_t value) { return static_cast<int>(value); }

// The element types of the interface and what they are computed as.
template <class T>
struct Inner {
  using Type = Computed<T>;
};
template <>
struct Inner<__half> {
  using Type = Half;
};
template <>
struct Inner<__mt_bfloat16> {
  using Type = Bfloat16;
};

// Arguments as the implementations take them: dimensions as int64_t, pointers to inner types.
inline std::int64_t inner(int value) { return value; }
template <class T>
std::enable_if_t<!std::is_pointer_v<T> && !std::is_same_v<T, int>, T> inner(T value) {
  return value;
}
template <class T>
auto inner(T* pointer) {
  return reinterpret_cast<typename Inner<T>::Type*>(pointer);
}
template <class T>
auto inner(const T* pointer) {
  return reinterpret_cast<const typename Inner<T>::Type*>(pointer);
}
template <class T>
auto inner(const T* const* pointer) {
  return reinterpret_cast<const typename Inner<T>::Type* const*>(pointer);
}
template <class T>
auto inner(T* const* pointer) {
  return reinterpret_cast<typename Inner<T>::Type* const*>(pointer);
}

// A scalar argument: its value in host pointer mode, else where it lies when the work runs.
template <class T>
class Scalar {
 public:
  Scalar(const T* pointer, bool on_device) : pointer_(on_device ? pointer : nullptr) {
    if (!on_device) {
      value_ = *pointer;
    }
  }
  T get() const { return pointer_ == nullptr ? value_ : *backing(pointer_); }

 private:
  const T* pointer_;
  T value_{};
};

// One call of one function.
class Call {
 public:
  Call(const char* name, std::shared_ptr<Handle> handle)
      : name_(name),
        handle_(std::move(handle)),
        device_scalars_(handle_->pointer_mode == MUBLAS_POINTER_MODE_DEVICE) {}

  bool device_scalars() const { return device_scalars_; }
  template <class T>
  Scalar<T> scalar(const T* pointer) const {
    return Scalar<T>(pointer, device_scalars_);
  }

  // Puts the work on the handle's stream.
  Status launch(std::function<void()> work) const;

  // Work on scalars alone, as the rotations do: in host mode at once, in the calling thread.
  template <class F>
  Status on_scalars(F work) const {
    if (device_scalars_) {
      return launch(work);
    }
    work();
    return kSuccess;
  }

  // Puts compute() on the stream, and its result where `result` points: on the device when the work
  // runs, or on the host, for which the call waits.
  template <class T, class F>
  Status deliver(T* result, F compute) const {
    if (device_scalars_) {
      return launch([=] { *backing(result) = static_cast<T>(compute()); });
    }
    const auto slot = std::make_shared<T>();
    const Status status = launch([=] { *slot = static_cast<T>(compute()); });
    const Status waited = status == kSuccess ? wait() : status;
    if (waited == kSuccess) {
      *result = *slot;
    }
    return waited;
  }

  Status wait() const;

 private:
  const char* name_;
  std::shared_ptr<Handle> handle_;
  bool device_scalars_;
};

// Sizes beyond 32 bits, which only the _64 forms can give, are more than OpenBLAS takes here.
template <class T>
bool fits(T value) {
  if constexpr (std::is_same_v<T, std::int64_t>) {
    return value >= INT_MIN && value <= INT_MAX;
  } else {
    return true;
  }
}

// The body of a public function with a handle.
template <class F, class... A>
Status run(const char* name, F implementation, mublasHandle_t handle, A... arguments) noexcept {
  return public_call(name, [&](const ApiCall& api) -> Status {
    std::shared_ptr<Handle> live = find_handle(handle);
    if (live == nullptr) {
      return MUBLAS_STATUS_INVALID_HANDLE;
    }
    if (const musaError_t error = api.usable(); error != musaSuccess) {
      return status_of(error);
    }
    if (!(fits(inner(arguments)) && ...)) {
      return MUBLAS_STATUS_NOT_SUPPORTED;
    }
    return implementation(Call(name, std::move(live)), inner(arguments)...);
  });
}

}  // namespace musasim::blas

// Defines a row of the .def files as a public function.
#define MUBLAS_ARGUMENTS(...) __VA_ARGS__
#define MUBLAS_FUNCTION(NAME, FUNCTION, PARAMETERS, ARGUMENTS)          \
  mublasStatus_t mublas##NAME PARAMETERS {                              \
    return musasim::blas::run(                                          \
        "mublas" #NAME, [](auto... each) { return FUNCTION(each...); }, \
        MUBLAS_ARGUMENTS ARGUMENTS);                                    \
  }
