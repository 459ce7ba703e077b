// Handles of MUSA's mathematical libraries, bound to the current stream.
#pragma once

#include <mublasLt.h>
#include <mublas_api.h>
#include <musolver.h>
#include <musparse.h>

namespace musasim {

// The calling thread's for the current device. A library is loaded at the first use, so that programs
// without it do not pay for it. Raises what goes wrong.
mublasHandle_t current_blas_handle();
mublasLtHandle_t current_blaslt_handle();
musparseHandle_t current_sparse_handle();
musolverDnHandle_t current_solver_handle();

// The library's text for a status.
const char* sparse_status_text(musparseStatus_t status);

}  // namespace musasim
