// Parts of the functions by format: plain arrays as the descriptors of the generic functions.
#pragma once

#include "musparse/entries.h"
#include "musparse/matrix_type.h"

namespace musasim::musparse {

template <class T>
constexpr musaDataType type_of() {
  if constexpr (std::is_same_v<T, float>) {
    return MUSA_R_32F;
  } else if constexpr (std::is_same_v<T, double>) {
    return MUSA_R_64F;
  } else {
    return std::is_same_v<Computed<T>, Complex> ? MUSA_C_32F : MUSA_C_64F;
  }
}
static_assert(type_of<muComplex>() == type_of<Complex>());

// A dense matrix of columns, or a vector as one column.
template <class T>
musparseDnMatDescr columns_of(const void* values, int64_t rows, int64_t cols, int64_t ld) {
  return {rows, cols, ld, const_cast<void*>(values), type_of<T>(), MUSPARSE_ORDER_COL, 1, 0};
}

// One matrix in the arrays of a function by format; `values` may be missing.
struct Csr {
  int rows;
  int cols;
  musparseIndexBase_t base;
  const void* values;
  const int* offsets;
  const int* columns;
};

inline musparseIndexBase_t base_of(const musparseMatDescr_t descr) {
  require_pointers(descr);
  require(
      descr->type == MUSPARSE_MATRIX_TYPE_GENERAL || descr->type == MUSPARSE_MATRIX_TYPE_TRIANGULAR,
      MUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED);
  return descr->base;
}

inline musparseIndexBase_t base_or_zero(const musparseMatDescr_t descr) {
  return descr == nullptr ? MUSPARSE_INDEX_BASE_ZERO : descr->base;
}

inline void require_sizes(std::initializer_list<int> sizes) {
  for (const int size : sizes) {
    require(size >= 0);
  }
}

// To be called by work: it reads the number of entries from the offsets.
template <class T>
musparseSpMatDescr describe(const Csr& m) {
  musparseSpMatDescr d;
  d.rows = m.rows;
  d.cols = m.cols;
  d.base = m.base;
  d.offsets = const_cast<int*>(m.offsets);
  d.indices = const_cast<int*>(m.columns);
  d.values = const_cast<void*>(m.values);
  d.value_type = type_of<T>();
  d.nnz = load_indices(m.offsets, MUSPARSE_INDEX_32I, 1, m.base, m.rows)[0];
  return d;
}

template <class T>
Entries<T> load_csr(const Csr& m) {
  return load_entries<T>(describe<T>(m), 0, m.values != nullptr);
}

// Rows and columns count blocks; `direction` says how the values of a block lie.
struct Bsr {
  Csr blocks;
  int size;
  musparseDirection_t direction;
};

template <class T>
musparseSpMatDescr describe(const Bsr& m) {
  musparseSpMatDescr d = describe<T>(m.blocks);
  d.format = MUSPARSE_FORMAT_BSR;
  d.rows *= m.size;
  d.cols *= m.size;
  d.block_rows = m.size;
  d.block_cols = m.size;
  d.block_order = m.direction == MUSPARSE_DIRECTION_ROW ? MUSPARSE_ORDER_ROW : MUSPARSE_ORDER_COL;
  return d;
}

// Writes a count where nnzTotalDevHostPtr points.
inline void store_count(int* to, int64_t count) { *backing(to) = static_cast<int>(count); }

}  // namespace musasim::musparse
