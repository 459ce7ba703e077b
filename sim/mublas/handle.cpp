// Handles of muBLAS and their settings.
#include "mublas/handle.h"

#include "machine/device/simulated_gpus.h"
#include "mublas/call.h"

namespace musasim::blas {
namespace {

// The body of a setter or getter: `f` is given the live handle.
template <class F>
Status with_handle(const char* name, mublasHandle_t handle, F f) noexcept {
  return public_call(name, [&] {
    const std::shared_ptr<Handle> live = find_handle(handle);
    return live == nullptr ? MUBLAS_STATUS_INVALID_HANDLE : f(*live);
  });
}

// Reads a setting into *result.
template <class T, class V>
Status get(T* result, const std::atomic<V>& setting) {
  if (result == nullptr) {
    return MUBLAS_STATUS_INVALID_POINTER;
  }
  *result = setting;
  return kSuccess;
}

bool known(mublasMath_t mode) {
  const int kind = mode & ~MUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION;
  return kind >= MUBLAS_DEFAULT_MATH && kind <= MUBLAS_TF32_TENSOR_OP_MATH;
}

}  // namespace

}  // namespace musasim::blas

using namespace musasim;
using namespace musasim::blas;

mublasStatus_t mublasCreate(mublasHandle_t* handle) {
  return public_call(__func__, [&](const ApiCall& call) -> Status {
    if (handle == nullptr) {
      return MUBLAS_STATUS_INVALID_POINTER;
    }
    *handle = nullptr;
    if (const musaError_t error = call.usable(); error != musaSuccess) {
      return status_of(error);
    }
    auto made = std::make_shared<Handle>(current_device());
    mark_used(made->device);
    *handle = add_handle(std::move(made));
    return kSuccess;
  });
}

mublasStatus_t mublasDestroy(mublasHandle_t handle) {
  return public_call(__func__, [&] {
    return remove_handle(handle) == nullptr ? MUBLAS_STATUS_INVALID_HANDLE : kSuccess;
  });
}

mublasStatus_t mublasSetStream(mublasHandle_t handle, musaStream_t stream) {
  return with_handle(__func__, handle, [&](Handle& live) {
    live.stream = stream;
    // A workspace was given for the stream before.
    live.workspace = nullptr;
    live.workspace_size = 0;
    return kSuccess;
  });
}

mublasStatus_t mublasGetStream(mublasHandle_t handle, musaStream_t* stream) {
  return with_handle(__func__, handle, [&](Handle& live) { return get(stream, live.stream); });
}

mublasStatus_t mublasSetWorkspace(mublasHandle_t handle, void* workspace, size_t size) {
  return with_handle(__func__, handle, [&](Handle& live) {
    if (workspace == nullptr && size != 0) {
      return MUBLAS_STATUS_INVALID_POINTER;
    }
    if (reinterpret_cast<std::uintptr_t>(workspace) % 256 != 0) {
      return MUBLAS_STATUS_INVALID_VALUE;
    }
    live.workspace = workspace;
    live.workspace_size = size;
    return kSuccess;
  });
}

mublasStatus_t mublasSetPointerMode(mublasHandle_t handle, mublasPointerMode_t mode) {
  return with_handle(__func__, handle, [&](Handle& live) {
    if (mode != MUBLAS_POINTER_MODE_HOST && mode != MUBLAS_POINTER_MODE_DEVICE) {
      return MUBLAS_STATUS_INVALID_VALUE;
    }
    live.pointer_mode = mode;
    return kSuccess;
  });
}

mublasStatus_t mublasGetPointerMode(mublasHandle_t handle, mublasPointerMode_t* mode) {
  return with_handle(__func__, handle, [&](Handle& live) { return get(mode, live.pointer_mode); });
}

mublasStatus_t mublasSetAtomicsMode(mublasHandle_t handle, mublasAtomicsMode_t mode) {
  return with_handle(__func__, handle, [&](Handle& live) {
    if (mode != MUBLAS_ATOMICS_NOT_ALLOWED && mode != MUBLAS_ATOMICS_ALLOWED) {
      return MUBLAS_STATUS_INVALID_VALUE;
    }
    live.atomics_mode = mode;
    return kSuccess;
  });
}

mublasStatus_t mublasGetAtomicsMode(mublasHandle_t handle, mublasAtomicsMode_t* mode) {
  return with_handle(__func__, handle, [&](Handle& live) { return get(mode, live.atomics_mode); });
}

mublasStatus_t mublasSetMathMode(mublasHandle_t handle, mublasMath_t mode) {
  return with_handle(__func__, handle, [&](Handle& live) {
    if (!known(mode)) {
      return MUBLAS_STATUS_INVALID_VALUE;
    }
    live.math_mode = mode;
    return kSuccess;
  });
}

mublasStatus_t mublasGetMathMode(mublasHandle_t handle, mublasMath_t* mode) {
  return with_handle(__func__, handle, [&](Handle& live) { return get(mode, live.math_mode); });
}

mublasStatus_t mublasSetSmCountTarget(mublasHandle_t handle, int smCountTarget) {
  return with_handle(__func__, handle, [&](Handle& live) {
    if (smCountTarget < 0) {
      return MUBLAS_STATUS_INVALID_VALUE;
    }
    live.sm_count_target = smCountTarget;
    return kSuccess;
  });
}

mublasStatus_t mublasGetSmCountTarget(mublasHandle_t handle, int* smCountTarget) {
  return with_handle(__func__, handle,
                     [&](Handle& live) { return get(smCountTarget, live.sm_count_target); });
}

mublasStatus_t mublasGetVersion(mublasHandle_t handle, int* version) {
  return with_handle(__func__, handle,
                     [&](Handle&) { return get(version, std::atomic<int>(MUBLAS_VERSION)); });
}
