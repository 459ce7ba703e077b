// Matrices as the work sees them: the entries of a sparse matrix of any format in the order in which
// they are stored, and a dense matrix by rows.
#pragma once

#include "musparse/descriptors.h"
#include "musparse/numbers.h"

namespace musasim::musparse {

template <class T>
struct Entries {
  int64_t rows = 0;
  int64_t cols = 0;
  Indices row;
  Indices col;
  Indices slot;  // place of each entry in `values` of the descriptor
  std::vector<T> value;

  size_t size() const { return row.size(); }
};

template <class T>
struct Dense {
  int64_t rows = 0;
  int64_t cols = 0;
  std::vector<T> value;

  T& operator()(int64_t r, int64_t c) { return value[static_cast<size_t>(r * cols + c)]; }
  const T& operator()(int64_t r, int64_t c) const {
    return value[static_cast<size_t>(r * cols + c)];
  }
};

inline size_t stored_bytes(musaDataType type) {
  size_t bytes = 0;
  with_stored(type, [&](auto zero) { bytes = sizeof(zero); });
  return bytes;
}

// Number of values that are stored.
inline int64_t stored_count(const musparseSpMatDescr& m) {
  return m.format == MUSPARSE_FORMAT_BSR ? m.nnz * m.block_rows * m.block_cols : m.nnz;
}

// The coordinates of the stored values, in their order.
template <class T>
void load_compressed(const musparseSpMatDescr& m, int64_t batch, Entries<T>* entries) {
  const bool by_column = m.format == MUSPARSE_FORMAT_CSC;
  const int64_t lines = (by_column ? m.cols : m.rows) / m.block_rows;
  const Indices offsets =
      load_indices(m.offsets, m.offset_type, lines + 1, m.base, batch * m.offset_stride);
  const Indices other =
      load_indices(m.indices, m.index_type, m.nnz, m.base, batch * m.index_stride);
  const int64_t block = m.block_rows * m.block_cols;
  for (int64_t line = 0; line < lines; ++line) {
    for (int64_t k = offsets[static_cast<size_t>(line)]; k < offsets[static_cast<size_t>(line) + 1];
         ++k) {
      require_inside(k >= 0 && k < m.nnz);
      for (int64_t i = 0; i < block; ++i) {
        const bool rows_first = m.block_order == MUSPARSE_ORDER_ROW;
        const int64_t r = rows_first ? i / m.block_cols : i % m.block_rows;
        const int64_t c = rows_first ? i % m.block_cols : i / m.block_rows;
        const int64_t major = line * m.block_rows + r;
        const int64_t minor = other[static_cast<size_t>(k)] * m.block_cols + c;
        entries->row.push_back(by_column ? minor : major);
        entries->col.push_back(by_column ? major : minor);
        entries->slot.push_back(k * block + i);
      }
    }
  }
}

// Each row of blocks holds ell_cols / block columns of blocks; a column of -1 pads.
template <class T>
void load_ell(const musparseSpMatDescr& m, Entries<T>* entries) {
  const int64_t width = m.ell_cols / m.block_cols;
  const int64_t bands = m.rows / m.block_rows;
  const Indices columns = load_indices(m.indices, m.index_type, width * bands, m.base);
  for (int64_t r = 0; r < m.rows; ++r) {
    for (int64_t c = 0; c < m.ell_cols; ++c) {
      const int64_t column =
          columns[static_cast<size_t>(r / m.block_rows * width + c / m.block_cols)];
      if (column >= 0) {
        entries->row.push_back(r);
        entries->col.push_back(column * m.block_cols + c % m.block_cols);
        entries->slot.push_back(r * m.ell_cols + c);
      }
    }
  }
}

template <class T>
void check_inside(const Entries<T>& entries) {
  for (size_t i = 0; i < entries.size(); ++i) {
    require_inside(entries.row[i] >= 0 && entries.row[i] < entries.rows && entries.col[i] >= 0 &&
                   entries.col[i] < entries.cols);
  }
}

// with_values: false for a matrix whose values are only written.
template <class T>
Entries<T> load_entries(const musparseSpMatDescr& m, int64_t batch = 0, bool with_values = true) {
  Entries<T> entries;
  entries.rows = m.rows;
  entries.cols = m.cols;
  if (m.format == MUSPARSE_FORMAT_COO) {
    entries.row = load_indices(m.offsets, m.offset_type, m.nnz, m.base, batch * m.index_stride);
    entries.col = load_indices(m.indices, m.index_type, m.nnz, m.base, batch * m.index_stride);
    entries.slot.resize(entries.row.size());
    for (size_t i = 0; i < entries.slot.size(); ++i) {
      entries.slot[i] = static_cast<int64_t>(i);
    }
  } else if (m.format == MUSPARSE_FORMAT_BLOCKED_ELL) {
    load_ell(m, &entries);
  } else {
    load_compressed(m, batch, &entries);
  }
  check_inside(entries);
  entries.value.resize(entries.size());
  if (with_values) {
    const std::vector<T> stored =
        load_values<T>(m.values, m.value_type, stored_count(m), batch * m.value_stride);
    for (size_t i = 0; i < entries.size(); ++i) {
      entries.value[i] = stored[static_cast<size_t>(entries.slot[i])];
    }
  }
  return entries;
}

// op(entries), in place.
template <class T>
void apply(musparseOperation_t op, Entries<T>* entries) {
  if (op == MUSPARSE_OPERATION_NON_TRANSPOSE) {
    return;
  }
  std::swap(entries->rows, entries->cols);
  std::swap(entries->row, entries->col);
  if (op == MUSPARSE_OPERATION_CONJUGATE_TRANSPOSE) {
    for (T& value : entries->value) {
      value = conjugate(value);
    }
  }
}

inline int64_t place(const musparseDnMatDescr& m, int64_t batch, int64_t row, int64_t col) {
  return batch * m.batch_stride +
         (m.order == MUSPARSE_ORDER_COL ? col * m.ld + row : row * m.ld + col);
}

// Number of values from the first to the last of one matrix.
inline int64_t extent(const musparseDnMatDescr& m) {
  const bool by_columns = m.order == MUSPARSE_ORDER_COL;
  const int64_t lines = by_columns ? m.cols : m.rows;
  return m.rows == 0 || m.cols == 0 ? 0 : (lines - 1) * m.ld + (by_columns ? m.rows : m.cols);
}

// op(matrix).
template <class T>
Dense<T> load_dense(const musparseDnMatDescr& m, int64_t batch, musparseOperation_t op) {
  const std::vector<T> stored =
      load_values<T>(m.values, m.value_type, extent(m), batch * m.batch_stride);
  const bool turned = op != MUSPARSE_OPERATION_NON_TRANSPOSE;
  Dense<T> dense{turned ? m.cols : m.rows, turned ? m.rows : m.cols, {}};
  dense.value.resize(static_cast<size_t>(m.rows * m.cols));
  for (int64_t r = 0; r < m.rows; ++r) {
    for (int64_t c = 0; c < m.cols; ++c) {
      const T value = stored[static_cast<size_t>(place(m, 0, r, c))];
      if (turned) {
        dense(c, r) = op == MUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? conjugate(value) : value;
      } else {
        dense(r, c) = value;
      }
    }
  }
  return dense;
}

// Writes the elements and nothing between them.
template <class T>
void store_dense(const musparseDnMatDescr& m, int64_t batch, const Dense<T>& dense) {
  with_stored(m.value_type, [&](auto zero) {
    using Stored = decltype(zero);
    auto* to = static_cast<Stored*>(backing_address(m.values));
    for (int64_t r = 0; r < m.rows; ++r) {
      for (int64_t c = 0; c < m.cols; ++c) {
        to[place(m, batch, r, c)] = converted<Stored>(dense(r, c));
      }
    }
  });
}

inline bool turns(musparseOperation_t op) { return op != MUSPARSE_OPERATION_NON_TRANSPOSE; }

inline void require_operation(const musparseOperation_t& op) {
  require_one_of(op, {MUSPARSE_OPERATION_NON_TRANSPOSE, MUSPARSE_OPERATION_TRANSPOSE,
                      MUSPARSE_OPERATION_CONJUGATE_TRANSPOSE});
}

}  // namespace musasim::musparse
