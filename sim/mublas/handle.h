// The object that a mublasHandle_t points to.
#pragma once

#include <atomic>
#include <cstddef>

#include "mublas_api.h"

// Atomics, because threads share handles.
struct _mublasHandle_t {
  static constexpr const char* kHandleKind = "mublasHandle_t";

  explicit _mublasHandle_t(int its_device) : device(its_device) {}

  const int device;
  std::atomic<musaStream_t> stream{nullptr};
  std::atomic<mublasPointerMode_t> pointer_mode{MUBLAS_POINTER_MODE_HOST};
  std::atomic<mublasAtomicsMode_t> atomics_mode{MUBLAS_ATOMICS_NOT_ALLOWED};
  std::atomic<mublasMath_t> math_mode{MUBLAS_DEFAULT_MATH};
  std::atomic<int> sm_count_target{0};
  std::atomic<void*> workspace{nullptr};
  std::atomic<std::size_t> workspace_size{0};
};

namespace musasim::blas {

using Handle = _mublasHandle_t;

}  // namespace musasim::blas
