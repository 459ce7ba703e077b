// Functions by format: blocked rows from and to compressed rows, and by dense vector or matrix.
#include <map>
#include <set>

#include "musparse/by_format.h"

using namespace musasim::musparse;

namespace {

// The columns of blocks that each row of blocks holds.
std::vector<std::set<int64_t>> blocks_of(const Csr& m, int size) {
  const Entries<float> entries =
      load_csr<float>({m.rows, m.cols, m.base, nullptr, m.offsets, m.columns});
  std::vector<std::set<int64_t>> result(static_cast<size_t>((m.rows + size - 1) / size));
  for (size_t i = 0; i < entries.size(); ++i) {
    result[static_cast<size_t>(entries.row[i] / size)].insert(entries.col[i] / size);
  }
  return result;
}

// Lays the lines out one after another; `starts` may be null.
Indices flatten(const std::vector<std::set<int64_t>>& lines, Indices* starts) {
  Indices flat;
  for (const auto& line : lines) {
    flat.insert(flat.end(), line.begin(), line.end());
    if (starts != nullptr) {
      starts->push_back(static_cast<int64_t>(flat.size()));
    }
  }
  return flat;
}

template <class T>
void to_blocks(const Csr& from, const Bsr& to) {
  const auto lines = blocks_of(from, to.size);
  Indices starts(1, 0);
  const Indices columns = flatten(lines, &starts);
  store_indices(const_cast<int*>(to.blocks.offsets), MUSPARSE_INDEX_32I, starts, to.blocks.base);
  store_indices(const_cast<int*>(to.blocks.columns), MUSPARSE_INDEX_32I, columns, to.blocks.base);
  std::map<std::pair<int64_t, int64_t>, T> values;
  const Entries<T> entries = load_csr<T>(from);
  for (size_t i = 0; i < entries.size(); ++i) {
    values[{entries.row[i], entries.col[i]}] = entries.value[i];
  }
  const musparseSpMatDescr described = describe<T>(to);
  const Entries<T> places = load_entries<T>(described, 0, false);
  std::vector<T> result(places.size(), T(0));
  for (size_t i = 0; i < places.size(); ++i) {
    const auto found = values.find({places.row[i], places.col[i]});
    result[static_cast<size_t>(places.slot[i])] = found == values.end() ? T(0) : found->second;
  }
  store_values(described.values, described.value_type, result);
}

// Every value of a block becomes an entry, zeros too, by rows.
template <class T>
void from_blocks(const Bsr& from, const Csr& to) {
  const Entries<T> entries = load_entries<T>(describe<T>(from));
  std::vector<std::map<int64_t, T>> rows(static_cast<size_t>(entries.rows));
  for (size_t i = 0; i < entries.size(); ++i) {
    rows[static_cast<size_t>(entries.row[i])][entries.col[i]] = entries.value[i];
  }
  Indices starts(1, 0);
  Indices columns;
  std::vector<T> values;
  for (const auto& row : rows) {
    for (const auto& [column, value] : row) {
      columns.push_back(column);
      values.push_back(value);
    }
    starts.push_back(static_cast<int64_t>(columns.size()));
  }
  store_indices(const_cast<int*>(to.offsets), MUSPARSE_INDEX_32I, starts, to.base);
  store_indices(const_cast<int*>(to.columns), MUSPARSE_INDEX_32I, columns, to.base);
  store_values(const_cast<void*>(to.values), type_of<T>(), values);
}

struct Product {
  Bsr a;
  musparseOperation_t op_a;
  musparseOperation_t op_b;
  musparseDnMatDescr b;
  musparseDnMatDescr c;
};

template <class T>
void multiply(const Product& p, T alpha, T beta) {
  Entries<T> a = load_entries<T>(describe<T>(p.a));
  apply(p.op_a, &a);
  const Dense<T> b = load_dense<T>(p.b, 0, p.op_b);
  Dense<T> c = load_dense<T>(p.c, 0, MUSPARSE_OPERATION_NON_TRANSPOSE);
  for (T& value : c.value) {
    value = beta == T(0) ? T(0) : value * beta;
  }
  for (size_t i = 0; i < a.size(); ++i) {
    for (int64_t j = 0; j < c.cols; ++j) {
      c(a.row[i], j) += alpha * a.value[i] * b(a.col[i], j);
    }
  }
  store_dense(p.c, 0, c);
}

template <class T>
musparseStatus_t enqueue(const char* name, musparseHandle_t handle, const Product& p,
                         const musparseMatDescr_t descr, const void* alpha, const void* beta) {
  return public_call(name, handle, [&] {
    base_of(descr);
    require_operation(p.op_a);
    require_operation(p.op_b);
    require(!turns(p.op_a), MUSPARSE_STATUS_NOT_SUPPORTED);
    require_sizes({p.a.blocks.rows, p.a.blocks.cols});
    require(p.a.size > 0 && p.b.ld >= 1 && p.c.ld >= p.c.rows);
    require_pointers(p.a.blocks.offsets, p.b.values, p.c.values);
    const Scalar scale(handle, alpha, type_of<T>());
    const Scalar keep(handle, beta, type_of<T>());
    submit(handle, name, [=] { multiply<T>(p, scale.value<T>(), keep.value<T>()); });
  });
}

template <class T>
musparseStatus_t convert(const char* name, musparseHandle_t handle, const Csr& rows,
                         const Bsr& blocks, bool blocks_are_made) {
  return public_call(name, handle, [&] {
    require_sizes({rows.rows, rows.cols});
    require(blocks.size > 0);
    require_pointers(rows.offsets, blocks.blocks.offsets);
    submit(handle, name,
           [=] { blocks_are_made ? to_blocks<T>(rows, blocks) : from_blocks<T>(blocks, rows); });
  });
}

int in_blocks(int count, int size) { return size > 0 ? (count + size - 1) / size : 0; }

}  // namespace

extern "C" {

musparseStatus_t musparseXcsr2bsrNnz(musparseHandle_t handle, musparseDirection_t, int m, int n,
                                     const musparseMatDescr_t descr_a, const int* offsets_a,
                                     const int* columns_a, int size,
                                     const musparseMatDescr_t descr_c, int* offsets_c, int* total) {
  return public_call(__func__, handle, [&] {
    require_sizes({m, n});
    require(size > 0);
    require_pointers(offsets_a, offsets_c, total);
    const Csr a{m, n, base_of(descr_a), nullptr, offsets_a, columns_a};
    const musparseIndexBase_t base = base_of(descr_c);
    submit_result(handle, "musparseXcsr2bsrNnz", [=] {
      Indices starts(1, 0);
      store_count(total, static_cast<int64_t>(flatten(blocks_of(a, size), &starts).size()));
      store_indices(offsets_c, MUSPARSE_INDEX_32I, starts, base);
    });
  });
}

#define DEFINE_BSR(P, T, R)                                                                    \
  musparseStatus_t musparse##P##csr2bsr(                                                       \
      musparseHandle_t handle, musparseDirection_t direction, int m, int n,                    \
      const musparseMatDescr_t descr_a, const T* values_a, const int* offsets_a,               \
      const int* columns_a, int size, const musparseMatDescr_t descr_c, T* values_c,           \
      int* offsets_c, int* columns_c) {                                                        \
    const Csr blocks{in_blocks(m, size), in_blocks(n, size), base_or_zero(descr_c),            \
                     values_c,           offsets_c,          columns_c};                       \
    return convert<Computed<T>>(__func__, handle,                                              \
                                {m, n, base_or_zero(descr_a), values_a, offsets_a, columns_a}, \
                                {blocks, size, direction}, true);                              \
  }                                                                                            \
  musparseStatus_t musparse##P##bsr2csr(                                                       \
      musparseHandle_t handle, musparseDirection_t direction, int mb, int nb,                  \
      const musparseMatDescr_t descr_a, const T* values_a, const int* offsets_a,               \
      const int* columns_a, int size, const musparseMatDescr_t descr_c, T* values_c,           \
      int* offsets_c, int* columns_c) {                                                        \
    const Csr blocks{mb, nb, base_or_zero(descr_a), values_a, offsets_a, columns_a};           \
    return convert<Computed<T>>(                                                               \
        __func__, handle,                                                                      \
        {mb * size, nb * size, base_or_zero(descr_c), values_c, offsets_c, columns_c},         \
        {blocks, size, direction}, false);                                                     \
  }                                                                                            \
  musparseStatus_t musparse##P##bsrmv(                                                         \
      musparseHandle_t handle, musparseDirection_t direction, musparseOperation_t op, int mb,  \
      int nb, int, const T* alpha, const musparseMatDescr_t descr, const T* values,            \
      const int* offsets, const int* columns, int size, const T* x, const T* beta, T* y) {     \
    const Bsr a{{mb, nb, base_or_zero(descr), values, offsets, columns}, size, direction};     \
    const Product p{a, op, MUSPARSE_OPERATION_NON_TRANSPOSE,                                   \
                    columns_of<Computed<T>>(x, nb * size, 1, nb * size),                       \
                    columns_of<Computed<T>>(y, mb * size, 1, mb * size)};                      \
    return enqueue<Computed<T>>(__func__, handle, p, descr, alpha, beta);                      \
  }                                                                                            \
  musparseStatus_t musparse##P##bsrmm(                                                         \
      musparseHandle_t handle, musparseDirection_t direction, musparseOperation_t op_a,        \
      musparseOperation_t op_b, int mb, int n, int kb, int, const T* alpha,                    \
      const musparseMatDescr_t descr, const T* values, const int* offsets, const int* columns, \
      const int size, const T* b, const int ldb, const T* beta, T* c, int ldc) {               \
    const Bsr a{{mb, kb, base_or_zero(descr), values, offsets, columns}, size, direction};     \
    const bool turned = op_b != MUSPARSE_OPERATION_NON_TRANSPOSE;                              \
    const Product p{                                                                           \
        a, op_a, op_b,                                                                         \
        columns_of<Computed<T>>(b, turned ? n : kb * size, turned ? kb * size : n, ldb),       \
        columns_of<Computed<T>>(c, mb * size, n, ldc)};                                        \
    return enqueue<Computed<T>>(__func__, handle, p, descr, alpha, beta);                      \
  }
MUSASIM_SDCZ(DEFINE_BSR)

}  // extern "C"
