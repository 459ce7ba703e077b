// The frame of every function of muSOLVER: it names itself, checks its arguments, puts its work on the
// handle's stream, and turns what goes wrong into a status.
#pragma once

#include <utility>

#include "machine/library_call.h"
#include "musolver.h"
#include "musolver/lapack.h"

namespace musasim::musolver {

using Library = LibraryStatuses<musolverStatus_t, MUSOLVER_STATUS_SUCCESS,
                                MUSOLVER_STATUS_ALLOC_FAILED, MUSOLVER_STATUS_INTERNAL_ERROR>;

// Sources see these by `using namespace musasim::musolver`.
using musasim::backing;
using musasim::Complex;
using musasim::Computed;
using musasim::is_capturing;
using musasim::kIsComplex;
using musasim::refuse;
using musasim::wait_for;

inline void require(bool condition, musolverStatus_t otherwise = MUSOLVER_STATUS_INVALID_VALUE) {
  musasim::require(condition, otherwise);
}

template <class... Pointers>
void require_pointers(const Pointers*... pointers) {
  require(((pointers != nullptr) && ...));
}

template <class Body>
musolverStatus_t public_call(const char* function, Body&& body) noexcept {
  return musasim::public_call<Library>(function, std::forward<Body>(body));
}

// Runs the body with the stream of the handle.
template <class Body>
musolverStatus_t public_call(const char* function, musolverDnHandle_t handle,
                             Body&& body) noexcept {
  return public_call(function, [&] {
    musaStream_t stream = nullptr;
    require(mublasGetStream(handle, &stream) == MUBLAS_STATUS_SUCCESS,
            MUSOLVER_STATUS_NOT_INITIALIZED);
    body(stream);
  });
}

// Puts work on the stream; what it returns goes where `info` points (device memory, or null).
template <class Work>
void submit(musaStream_t stream, const char* name, int* info, Work work) {
  const auto run = [info, work = std::move(work)] {
    const int result = work();
    if (info != nullptr) {
      *backing(info) = result;
    }
    return musaSuccess;
  };
  require(launch_work(stream, name, run) == musaSuccess, MUSOLVER_STATUS_EXECUTION_FAILED);
}

// A pointer of the headers' types as the type to compute in, where the work may use it.
template <class T>
T* at(const void* pointer) {
  return static_cast<T*>(backing_address(pointer));
}

inline char letter(mublasFillMode_t uplo) { return uplo == MUBLAS_FILL_MODE_UPPER ? 'U' : 'L'; }
inline char letter(mublasDiagType_t diag) { return diag == MUBLAS_DIAG_UNIT ? 'U' : 'N'; }
inline char letter(mublasSideMode_t side) { return side == MUBLAS_SIDE_LEFT ? 'L' : 'R'; }
inline char letter(mublasOperation_t op) {
  return op == MUBLAS_OP_N ? 'N' : op == MUBLAS_OP_T ? 'T' : 'C';
}
inline char letter(musolverEigMode_t mode) { return mode == MUSOLVER_EIG_MODE_VECTOR ? 'V' : 'N'; }

inline void check_fill(mublasFillMode_t uplo) {
  require(uplo == MUBLAS_FILL_MODE_UPPER || uplo == MUBLAS_FILL_MODE_LOWER);
}
inline void check_operation(mublasOperation_t op) {
  require(op == MUBLAS_OP_N || op == MUBLAS_OP_T || op == MUBLAS_OP_C);
}
inline void check_mode(musolverEigMode_t mode) {
  require(mode == MUSOLVER_EIG_MODE_NOVECTOR || mode == MUSOLVER_EIG_MODE_VECTOR);
}

// A matrix of that many rows in columns of `ld` elements.
inline void check_matrix(const void* a, int64_t rows, int64_t columns, int64_t ld) {
  require(rows >= 0 && columns >= 0 && ld >= std::max<int64_t>(1, rows));
  require(a != nullptr || rows == 0 || columns == 0);
}

// Work space that callers allocate; the work here has its own.
inline void answer_size(int* lwork, int64_t elements) {
  require_pointers(lwork);
  *lwork = static_cast<int>(std::max<int64_t>(1, elements));
}

}  // namespace musasim::musolver
