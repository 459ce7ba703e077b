// The contents of a musparseMatDescr_t.
#pragma once

#include "musparse.h"

struct musparseMatDescr {
  musparseMatrixType_t type = MUSPARSE_MATRIX_TYPE_GENERAL;
  musparseFillMode_t fill = MUSPARSE_FILL_MODE_LOWER;
  musparseDiagType_t diagonal = MUSPARSE_DIAG_TYPE_NON_UNIT;
  musparseIndexBase_t base = MUSPARSE_INDEX_BASE_ZERO;
};
