// Functions by format: counts of non-zeros, coordinates from and to offsets, rows to columns.
#include <algorithm>
#include <numeric>

#include "musparse/by_format.h"

using namespace musasim::musparse;

namespace {

template <class T>
musparseStatus_t count_non_zeros(const char* name, musparseHandle_t handle,
                                 musparseDirection_t direction, int m, int n,
                                 const musparseMatDescr_t descr, const void* a, int lda,
                                 int* counts, int* total) {
  return public_call(name, handle, [&] {
    base_of(descr);
    require_sizes({m, n});
    require(lda >= std::max(1, m));
    require_pointers(a, counts, total);
    submit_result(handle, name, [=] {
      const T* values = static_cast<const T*>(backing_address(a));
      const bool by_row = direction == MUSPARSE_DIRECTION_ROW;
      Indices found(static_cast<size_t>(by_row ? m : n), 0);
      for (int64_t c = 0; c < n; ++c) {
        for (int64_t r = 0; r < m; ++r) {
          found[static_cast<size_t>(by_row ? r : c)] += values[c * lda + r] != T(0);
        }
      }
      store_indices(counts, MUSPARSE_INDEX_32I, found, MUSPARSE_INDEX_BASE_ZERO);
      store_count(total, std::accumulate(found.begin(), found.end(), int64_t{0}));
    });
  });
}

// The start of each line among entries that are counted by their lines.
Indices offsets_of(const Indices& lines, int64_t count) {
  Indices offsets(static_cast<size_t>(count) + 1, 0);
  for (const int64_t line : lines) {
    require_inside(line >= 0 && line < count);
    ++offsets[static_cast<size_t>(line) + 1];
  }
  std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
  return offsets;
}

struct Transposition {
  int m;
  int n;
  int nnz;
  const void* from_values;
  const int* from_offsets;
  const int* from_indices;
  void* to_values;
  int* to_offsets;
  int* to_indices;
  musaDataType type;
  bool with_values;
  musparseIndexBase_t base;
};

void transpose(const Transposition& t) {
  constexpr auto kInt = MUSPARSE_INDEX_32I;
  const Indices offsets = load_indices(t.from_offsets, kInt, t.m + 1, t.base);
  const Indices columns = load_indices(t.from_indices, kInt, t.nnz, t.base);
  const Indices starts = offsets_of(columns, t.n);
  Indices next = starts;
  Indices rows(columns.size());
  Indices order(columns.size());
  for (int64_t row = 0; row < t.m; ++row) {
    for (int64_t k = offsets[static_cast<size_t>(row)]; k < offsets[static_cast<size_t>(row) + 1];
         ++k) {
      require_inside(k >= 0 && k < t.nnz);
      const auto to =
          static_cast<size_t>(next[static_cast<size_t>(columns[static_cast<size_t>(k)])]++);
      rows[to] = row;
      order[to] = k;
    }
  }
  store_indices(t.to_offsets, kInt, starts, t.base);
  store_indices(t.to_indices, kInt, rows, t.base);
  if (t.with_values) {
    with_stored(t.type, [&](auto zero) {
      using Stored = decltype(zero);
      const auto* from = static_cast<const Stored*>(backing_address(t.from_values));
      auto* to = static_cast<Stored*>(backing_address(t.to_values));
      for (size_t i = 0; i < order.size(); ++i) {
        to[i] = from[order[i]];
      }
    });
  }
}

}  // namespace

extern "C" {

#define DEFINE_NNZ(P, T, R)                                                                        \
  musparseStatus_t musparse##P##nnz(musparseHandle_t handle, musparseDirection_t direction, int m, \
                                    int n, const musparseMatDescr_t descr, const T* a, int lda,    \
                                    int* counts, int* total) {                                     \
    return count_non_zeros<Computed<T>>(__func__, handle, direction, m, n, descr, a, lda, counts,  \
                                        total);                                                    \
  }
MUSASIM_SDCZ(DEFINE_NNZ)

musparseStatus_t musparseXcoo2csr(musparseHandle_t handle, const int* rows, int nnz, int m,
                                  int* offsets, musparseIndexBase_t base) {
  return public_call(__func__, handle, [&] {
    require_sizes({nnz, m});
    require_pointers(offsets);
    require(nnz == 0 || rows != nullptr);
    submit(handle, "musparseXcoo2csr", [=] {
      const Indices lines = load_indices(rows, MUSPARSE_INDEX_32I, nnz, base);
      store_indices(offsets, MUSPARSE_INDEX_32I, offsets_of(lines, m), base);
    });
  });
}

musparseStatus_t musparseXcsr2coo(musparseHandle_t handle, const int* offsets, int nnz, int m,
                                  int* rows, musparseIndexBase_t base) {
  return public_call(__func__, handle, [&] {
    require_sizes({nnz, m});
    require_pointers(offsets);
    require(nnz == 0 || rows != nullptr);
    submit(handle, "musparseXcsr2coo", [=] {
      const Indices starts = load_indices(offsets, MUSPARSE_INDEX_32I, m + 1, base);
      Indices lines;
      for (int64_t row = 0; row < m; ++row) {
        const int64_t end = starts[static_cast<size_t>(row) + 1];
        require_inside(end <= nnz);
        lines.resize(static_cast<size_t>(std::max<int64_t>(end, 0)), row);
      }
      store_indices(rows, MUSPARSE_INDEX_32I, lines, base);
    });
  });
}

musparseStatus_t musparseCsr2cscEx2_bufferSize(musparseHandle_t handle, int m, int n, int nnz,
                                               const void*, const int*, const int*, void*, int*,
                                               int*, musaDataType, musparseAction_t,
                                               musparseIndexBase_t, musparseCsr2CscAlg_t,
                                               size_t* bytes) {
  return public_call(__func__, handle, [&] {
    require_sizes({m, n, nnz});
    answer_buffer_size(bytes);
  });
}

musparseStatus_t musparseCsr2cscEx2(musparseHandle_t handle, int m, int n, int nnz,
                                    const void* csr_values, const int* csr_offsets,
                                    const int* csr_columns, void* csc_values, int* csc_offsets,
                                    int* csc_rows, musaDataType type, musparseAction_t action,
                                    musparseIndexBase_t base, musparseCsr2CscAlg_t, void*) {
  return public_call(__func__, handle, [&] {
    require_sizes({m, n, nnz});
    require_pointers(csr_offsets, csc_offsets);
    const bool with_values = action == MUSPARSE_ACTION_NUMERIC;
    require(nnz == 0 || (csr_columns != nullptr && csc_rows != nullptr));
    require(nnz == 0 || !with_values || (csr_values != nullptr && csc_values != nullptr));
    with_stored(type, [](auto) {});
    const Transposition t{m,          n,           nnz,      csr_values, csr_offsets, csr_columns,
                          csc_values, csc_offsets, csc_rows, type,       with_values, base};
    submit(handle, "musparseCsr2cscEx2", [t] { transpose(t); });
  });
}

}  // extern "C"
