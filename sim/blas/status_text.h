// The statuses of muBLAS and muBLASLt as text.
#pragma once

#include "internal/mublas_types.h"

namespace musasim::blas {

const char* status_name(mublasStatus_t status);
const char* status_meaning(mublasStatus_t status);

}  // namespace musasim::blas
