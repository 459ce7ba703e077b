// Functions by format: csrgeam2, c = alpha a + beta b.
#include <map>

#include "musparse/by_format.h"

using namespace musasim::musparse;

namespace {

template <class T>
using Rows = std::vector<std::map<int64_t, T>>;

template <class T>
void add(const Entries<T>& m, T scale, Rows<T>* sum) {
  for (size_t i = 0; i < m.size(); ++i) {
    (*sum)[static_cast<size_t>(m.row[i])][m.col[i]] += scale * m.value[i];
  }
}

template <class T>
Rows<T> sum_of(const Csr& a, T alpha, const Csr& b, T beta) {
  Rows<T> sum(static_cast<size_t>(a.rows));
  add(load_csr<T>(a), alpha, &sum);
  add(load_csr<T>(b), beta, &sum);
  return sum;
}

template <class T>
Indices offsets_of(const Rows<T>& rows) {
  Indices offsets(1, 0);
  for (const auto& row : rows) {
    offsets.push_back(offsets.back() + static_cast<int64_t>(row.size()));
  }
  return offsets;
}

template <class T>
musparseStatus_t add_matrices(const char* name, musparseHandle_t handle, const void* alpha,
                              const Csr& a, const void* beta, const Csr& b,
                              const musparseMatDescr_t descr_c, void* values, int* offsets,
                              int* columns) {
  return public_call(name, handle, [&] {
    require_sizes({a.rows, a.cols});
    require_pointers(a.offsets, b.offsets, offsets);
    const musparseIndexBase_t base = base_of(descr_c);
    const Scalar scale_a(handle, alpha, type_of<T>());
    const Scalar scale_b(handle, beta, type_of<T>());
    submit(handle, name, [=] {
      const Rows<T> sum = sum_of<T>(a, scale_a.value<T>(), b, scale_b.value<T>());
      Indices found;
      std::vector<T> result;
      for (const auto& row : sum) {
        for (const auto& [column, value] : row) {
          found.push_back(column);
          result.push_back(value);
        }
      }
      store_indices(offsets, MUSPARSE_INDEX_32I, offsets_of(sum), base);
      store_indices(columns, MUSPARSE_INDEX_32I, found, base);
      store_values(values, type_of<T>(), result);
    });
  });
}

}  // namespace

extern "C" {

musparseStatus_t musparseXcsrgeam2Nnz(musparseHandle_t handle, int m, int n,
                                      const musparseMatDescr_t descr_a, int, const int* offsets_a,
                                      const int* columns_a, const musparseMatDescr_t descr_b, int,
                                      const int* offsets_b, const int* columns_b,
                                      const musparseMatDescr_t descr_c, int* offsets_c, int* total,
                                      void*) {
  return public_call(__func__, handle, [&] {
    require_sizes({m, n});
    require_pointers(offsets_a, offsets_b, offsets_c, total);
    const Csr a{m, n, base_of(descr_a), nullptr, offsets_a, columns_a};
    const Csr b{m, n, base_of(descr_b), nullptr, offsets_b, columns_b};
    const musparseIndexBase_t base = base_of(descr_c);
    submit_result(handle, "musparseXcsrgeam2Nnz", [=] {
      const Indices offsets = offsets_of(sum_of<float>(a, 1, b, 1));
      store_indices(offsets_c, MUSPARSE_INDEX_32I, offsets, base);
      store_count(total, offsets.back());
    });
  });
}

#define DEFINE_GEAM(P, T, R)                                                                      \
  musparseStatus_t musparse##P##csrgeam2_bufferSizeExt(                                           \
      musparseHandle_t handle, int m, int n, const T* alpha, const musparseMatDescr_t, int,       \
      const T*, const int*, const int*, const T* beta, const musparseMatDescr_t, int, const T*,   \
      const int*, const int*, const musparseMatDescr_t, const T*, const int*, const int*,         \
      size_t* bytes) {                                                                            \
    return public_call(__func__, handle, [&] {                                                    \
      require_sizes({m, n});                                                                      \
      require_pointers(alpha, beta);                                                              \
      answer_buffer_size(bytes);                                                                  \
    });                                                                                           \
  }                                                                                               \
  musparseStatus_t musparse##P##csrgeam2(                                                         \
      musparseHandle_t handle, int m, int n, const T* alpha, const musparseMatDescr_t descr_a,    \
      int, const T* values_a, const int* offsets_a, const int* columns_a, const T* beta,          \
      const musparseMatDescr_t descr_b, int, const T* values_b, const int* offsets_b,             \
      const int* columns_b, const musparseMatDescr_t descr_c, T* values_c, int* offsets_c,        \
      int* columns_c, void*) {                                                                    \
    if (descr_a == nullptr || descr_b == nullptr) {                                               \
      return MUSPARSE_STATUS_INVALID_VALUE;                                                       \
    }                                                                                             \
    return add_matrices<Computed<T>>(__func__, handle, alpha,                                     \
                                     {m, n, descr_a->base, values_a, offsets_a, columns_a}, beta, \
                                     {m, n, descr_b->base, values_b, offsets_b, columns_b},       \
                                     descr_c, values_c, offsets_c, columns_c);                    \
  }
MUSASIM_SDCZ(DEFINE_GEAM)

}  // extern "C"
