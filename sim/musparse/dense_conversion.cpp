// SparseToDense and DenseToSparse.
#include "musparse/entries.h"

using namespace musasim::musparse;

namespace {

void check_shapes(musparseConstSpMatDescr_t sparse, musparseConstDnMatDescr_t dense) {
  require_pointers(sparse, dense);
  require(sparse->rows == dense->rows && sparse->cols == dense->cols);
  require(sparse->value_type == dense->value_type);
  require(sparse->batches == 1 && dense->batches == 1, MUSPARSE_STATUS_NOT_SUPPORTED);
}

template <class T>
void fill(const musparseSpMatDescr& from, const musparseDnMatDescr& to) {
  const Entries<T> entries = load_entries<T>(from);
  Dense<T> dense{to.rows, to.cols, std::vector<T>(static_cast<size_t>(to.rows * to.cols), T(0))};
  for (size_t i = 0; i < entries.size(); ++i) {
    dense(entries.row[i], entries.col[i]) = entries.value[i];
  }
  store_dense(to, 0, dense);
}

bool by_column(const musparseSpMatDescr& m) { return m.format == MUSPARSE_FORMAT_CSC; }

bool counts_first(const musparseSpMatDescr& m) {
  return by_column(m) || m.format == MUSPARSE_FORMAT_CSR || m.format == MUSPARSE_FORMAT_COO;
}

// The elements that are not zero, in the order of the format.
template <class T>
Entries<T> non_zeros(const musparseDnMatDescr& from, bool columns_first) {
  const Dense<T> dense = load_dense<T>(from, 0, MUSPARSE_OPERATION_NON_TRANSPOSE);
  Entries<T> found;
  const int64_t lines = columns_first ? dense.cols : dense.rows;
  const int64_t length = columns_first ? dense.rows : dense.cols;
  for (int64_t line = 0; line < lines; ++line) {
    for (int64_t i = 0; i < length; ++i) {
      const T value = columns_first ? dense(i, line) : dense(line, i);
      if (value != T(0)) {
        found.row.push_back(columns_first ? i : line);
        found.col.push_back(columns_first ? line : i);
        found.value.push_back(value);
      }
    }
  }
  return found;
}

template <class T>
void store_sparse(const musparseSpMatDescr& to, const Entries<T>& entries) {
  if (to.format == MUSPARSE_FORMAT_COO) {
    store_indices(to.offsets, to.offset_type, entries.row, to.base);
  } else {
    const Indices& major = by_column(to) ? entries.col : entries.row;
    Indices offsets(static_cast<size_t>(by_column(to) ? to.cols : to.rows) + 1, 0);
    for (const int64_t line : major) {
      ++offsets[static_cast<size_t>(line) + 1];
    }
    for (size_t i = 1; i < offsets.size(); ++i) {
      offsets[i] += offsets[i - 1];
    }
    store_indices(to.offsets, to.offset_type, offsets, to.base);
  }
  store_indices(to.indices, to.index_type, by_column(to) ? entries.row : entries.col, to.base);
  store_values(to.values, to.value_type, entries.value);
}

// BSR and blocked ELL come with their places: only the values are written.
template <class T>
void store_at_places(const musparseSpMatDescr& to, const musparseDnMatDescr& from) {
  const Entries<T> places = load_entries<T>(to, 0, false);
  const Dense<T> dense = load_dense<T>(from, 0, MUSPARSE_OPERATION_NON_TRANSPOSE);
  std::vector<T> values(static_cast<size_t>(stored_count(to)), T(0));
  for (size_t i = 0; i < places.size(); ++i) {
    values[static_cast<size_t>(places.slot[i])] = dense(places.row[i], places.col[i]);
  }
  store_values(to.values, to.value_type, values);
}

}  // namespace

extern "C" {

musparseStatus_t musparseSparseToDense_bufferSize(musparseHandle_t handle,
                                                  musparseConstSpMatDescr_t a,
                                                  musparseDnMatDescr_t b,
                                                  musparseSparseToDenseAlg_t, size_t* bytes) {
  return public_call(__func__, handle, [&] {
    check_shapes(a, b);
    answer_buffer_size(bytes);
  });
}

musparseStatus_t musparseSparseToDense(musparseHandle_t handle, musparseConstSpMatDescr_t a,
                                       musparseDnMatDescr_t b, musparseSparseToDenseAlg_t, void*) {
  return public_call(__func__, handle, [&] {
    check_shapes(a, b);
    submit(handle, "musparseSparseToDense", [from = *a, to = *b] {
      with_computed(from.value_type, [&](auto zero) { fill<decltype(zero)>(from, to); });
    });
  });
}

musparseStatus_t musparseDenseToSparse_bufferSize(musparseHandle_t handle,
                                                  musparseConstDnMatDescr_t a,
                                                  musparseSpMatDescr_t b,
                                                  musparseDenseToSparseAlg_t, size_t* bytes) {
  return public_call(__func__, handle, [&] {
    check_shapes(b, a);
    answer_buffer_size(bytes);
  });
}

// Counts what is not zero, for SpMatGetSize; the caller then allocates and sets the pointers. The
// offsets of the rows or columns are written by the conversion.
musparseStatus_t musparseDenseToSparse_analysis(musparseHandle_t handle,
                                                musparseConstDnMatDescr_t a, musparseSpMatDescr_t b,
                                                musparseDenseToSparseAlg_t, void*) {
  return public_call(__func__, handle, [&] {
    check_shapes(b, a);
    if (!counts_first(*b)) {
      return;
    }
    run_and_wait(handle, "musparseDenseToSparse_analysis", [from = *a, b] {
      with_computed(from.value_type, [&](auto zero) {
        b->nnz = static_cast<int64_t>(non_zeros<decltype(zero)>(from, false).size());
      });
    });
  });
}

musparseStatus_t musparseDenseToSparse_convert(musparseHandle_t handle, musparseConstDnMatDescr_t a,
                                               musparseSpMatDescr_t b, musparseDenseToSparseAlg_t,
                                               void*) {
  return public_call(__func__, handle, [&] {
    check_shapes(b, a);
    require(b->nnz == 0 || (b->indices != nullptr && b->values != nullptr));
    submit(handle, "musparseDenseToSparse_convert", [from = *a, to = *b] {
      with_computed(from.value_type, [&](auto zero) {
        using T = decltype(zero);
        if (counts_first(to)) {
          const Entries<T> found = non_zeros<T>(from, by_column(to));
          require_inside(static_cast<int64_t>(found.size()) <= to.nnz);
          store_sparse(to, found);
        } else {
          store_at_places<T>(to, from);
        }
      });
    });
  });
}

}  // extern "C"
