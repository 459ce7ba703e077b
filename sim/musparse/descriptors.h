// The contents of the generic functions' descriptors. Work takes copies of them, so that they may be
// changed or destroyed once a function has returned.
#pragma once

#include <cstdint>

#include "musparse.h"

struct musparseSpVecDescr {
  int64_t size = 0;
  int64_t nnz = 0;
  void* indices = nullptr;
  void* values = nullptr;
  musparseIndexType_t index_type = MUSPARSE_INDEX_32I;
  musparseIndexBase_t base = MUSPARSE_INDEX_BASE_ZERO;
  musaDataType value_type = MUSA_R_32F;
};

struct musparseDnVecDescr {
  int64_t size = 0;
  void* values = nullptr;
  musaDataType value_type = MUSA_R_32F;
};

struct musparseDnMatDescr {
  int64_t rows = 0;
  int64_t cols = 0;
  int64_t ld = 0;
  void* values = nullptr;
  musaDataType value_type = MUSA_R_32F;
  musparseOrder_t order = MUSPARSE_ORDER_COL;
  int batches = 1;
  int64_t batch_stride = 0;
};

// offsets: of the rows (CSR, BSR) or columns (CSC), or the row of each entry (COO); indices: the other
// coordinate. Blocked ELL has no offsets, and `nnz` counts its stored values.
struct musparseSpMatDescr {
  musparseFormat_t format = MUSPARSE_FORMAT_CSR;
  int64_t rows = 0;  // of the matrix, not of blocks
  int64_t cols = 0;
  int64_t nnz = 0;  // blocks for BSR
  void* offsets = nullptr;
  void* indices = nullptr;
  void* values = nullptr;
  musparseIndexType_t offset_type = MUSPARSE_INDEX_32I;
  musparseIndexType_t index_type = MUSPARSE_INDEX_32I;
  musparseIndexBase_t base = MUSPARSE_INDEX_BASE_ZERO;
  musaDataType value_type = MUSA_R_32F;
  musparseFillMode_t fill = MUSPARSE_FILL_MODE_LOWER;
  musparseDiagType_t diagonal = MUSPARSE_DIAG_TYPE_NON_UNIT;
  int64_t block_rows = 1;  // BSR, blocked ELL
  int64_t block_cols = 1;
  musparseOrder_t block_order = MUSPARSE_ORDER_ROW;
  int64_t ell_cols = 0;
  int batches = 1;
  int64_t offset_stride = 0;
  int64_t index_stride = 0;
  int64_t value_stride = 0;
};
