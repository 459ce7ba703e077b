// Functions by format: incomplete factorizations without fill-in, csrilu02 and csric02.
#include <cmath>
#include <map>

#include "musparse/by_format.h"
#include "musparse/pivot.h"

using namespace musasim::musparse;

namespace {

// Row -> column -> value at its place.
template <class T>
using Rows = std::vector<std::map<int64_t, T*>>;

template <class T>
Rows<T> rows_of(const Entries<T>& m, T* values) {
  Rows<T> rows(static_cast<size_t>(m.rows));
  for (size_t i = 0; i < m.size(); ++i) {
    rows[static_cast<size_t>(m.row[i])][m.col[i]] = values + m.slot[i];
  }
  return rows;
}

// a = l u at the places of a. Returns the first row whose pivot is missing or zero, or -1.
template <class T>
int64_t factor_lu(const Rows<T>& rows) {
  int64_t zero = -1;
  for (size_t i = 0; i < rows.size(); ++i) {
    for (const auto& [k, value] : rows[i]) {
      if (k >= static_cast<int64_t>(i)) {
        break;
      }
      const auto& above = rows[static_cast<size_t>(k)];
      const auto pivot = above.find(k);
      if (pivot == above.end()) {
        continue;
      }
      *value /= *pivot->second;
      for (auto next = std::next(pivot); next != above.end(); ++next) {
        const auto here = rows[i].find(next->first);
        if (here != rows[i].end()) {
          *here->second -= *value * *next->second;
        }
      }
    }
    const auto own = rows[i].find(static_cast<int64_t>(i));
    if (zero < 0 && (own == rows[i].end() || *own->second == T(0))) {
      zero = static_cast<int64_t>(i);
    }
  }
  return zero;
}

// The sum over j of left[j] conj(right[j]) before column `end`.
template <class T>
T common(const std::map<int64_t, T*>& left, const std::map<int64_t, T*>& right, int64_t end) {
  T sum(0);
  for (const auto& [column, value] : left) {
    const auto other = right.find(column);
    if (column < end && other != right.end()) {
      sum += *value * conjugate(*other->second);
    }
  }
  return sum;
}

// a = l l^H at the places of the lower triangle of a.
template <class T>
int64_t factor_cholesky(const Rows<T>& rows) {
  int64_t zero = -1;
  for (size_t i = 0; i < rows.size(); ++i) {
    const auto own = static_cast<int64_t>(i);
    for (const auto& [k, value] : rows[i]) {
      if (k >= own) {
        break;
      }
      const auto& above = rows[static_cast<size_t>(k)];
      const auto pivot = above.find(k);
      if (pivot != above.end()) {
        *value = (*value - common(rows[i], above, k)) / *pivot->second;
      }
    }
    const auto diagonal = rows[i].find(own);
    if (diagonal != rows[i].end()) {
      *diagonal->second = std::sqrt(*diagonal->second - common(rows[i], rows[i], own));
    }
    if (zero < 0 && (diagonal == rows[i].end() || !(std::abs(*diagonal->second) > 0))) {
      zero = own;
    }
  }
  return zero;
}

template <class T, class Info>
musparseStatus_t factor(const char* name, musparseHandle_t handle, const Csr& m,
                        const musparseMatDescr_t descr, const Info* info,
                        int64_t (*run)(const Rows<T>&)) {
  return public_call(name, handle, [&] {
    require_sizes({m.rows});
    require_pointers(info, m.offsets);
    base_of(descr);
    submit(handle, name, [m, run, found = info->pivot.row] {
      const Entries<T> entries = load_csr<T>(m);
      T* values = static_cast<T*>(backing_address(m.values));
      const int64_t zero = run(rows_of(entries, values));
      *found = zero < 0 ? -1 : zero + m.base;
    });
  });
}

// Looks for rows whose diagonal is not stored.
template <class Info>
musparseStatus_t analyse(const char* name, musparseHandle_t handle, const Csr& m,
                         const musparseMatDescr_t descr, const Info* info) {
  return public_call(name, handle, [&] {
    require_sizes({m.rows});
    require_pointers(info, m.offsets);
    base_of(descr);
    submit(handle, name, [m, found = info->pivot.row] {
      const Entries<float> entries =
          load_csr<float>({m.rows, m.cols, m.base, nullptr, m.offsets, m.columns});
      std::vector<bool> there(static_cast<size_t>(m.rows), false);
      for (size_t i = 0; i < entries.size(); ++i) {
        if (entries.row[i] == entries.col[i]) {
          there[static_cast<size_t>(entries.row[i])] = true;
        }
      }
      *found = -1;
      for (size_t i = there.size(); i-- > 0;) {
        if (!there[i]) {
          *found = static_cast<int64_t>(i) + m.base;
        }
      }
    });
  });
}

musparseStatus_t buffer_size(const char* name, musparseHandle_t handle, int m, int nnz,
                             int* bytes) {
  return public_call(name, handle, [&] {
    require_sizes({m, nnz});
    require_pointers(bytes);
    *bytes = static_cast<int>(kBufferBytes);
  });
}

}  // namespace

extern "C" {

MUSPARSE_PIVOT_INFO(Csrilu02, csrilu02)
MUSPARSE_PIVOT_INFO(Csric02, csric02)

#define DEFINE_FACTOR(P, T, kind, run)                                                             \
  musparseStatus_t musparse##P##kind##_bufferSize(musparseHandle_t handle, int m, int nnz,         \
                                                  const musparseMatDescr_t, T*, const int*,        \
                                                  const int*, kind##Info_t, int* bytes) {          \
    return buffer_size(__func__, handle, m, nnz, bytes);                                           \
  }                                                                                                \
  musparseStatus_t musparse##P##kind##_analysis(                                                   \
      musparseHandle_t handle, int m, int, const musparseMatDescr_t descr, const T* values,        \
      const int* offsets, const int* columns, kind##Info_t info, musparseSolvePolicy_t, void*) {   \
    return analyse(__func__, handle, {m, m, base_or_zero(descr), values, offsets, columns}, descr, \
                   info);                                                                          \
  }                                                                                                \
  musparseStatus_t musparse##P##kind(                                                              \
      musparseHandle_t handle, int m, int, const musparseMatDescr_t descr, T* values,              \
      const int* offsets, const int* columns, kind##Info_t info, musparseSolvePolicy_t, void*) {   \
    return factor<Computed<T>>(__func__, handle,                                                   \
                               {m, m, base_or_zero(descr), values, offsets, columns}, descr, info, \
                               run<Computed<T>>);                                                  \
  }
#define DEFINE_ILU(P, T, R) DEFINE_FACTOR(P, T, csrilu02, factor_lu)
#define DEFINE_IC(P, T, R) DEFINE_FACTOR(P, T, csric02, factor_cholesky)
MUSASIM_SDCZ(DEFINE_ILU)
MUSASIM_SDCZ(DEFINE_IC)

}  // extern "C"
