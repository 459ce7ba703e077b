// SpGEMM and SpGEMMreuse: sparse by sparse, in the steps in which a caller allocates the result.
#include <map>

#include "musparse/entries.h"

// `result` is what a step computed and a later one copies out.
struct musparseSpGEMMDescr {
  musasim::musparse::Indices offsets;
  musasim::musparse::Indices columns;
  std::vector<musasim::musparse::DoubleComplex> values;  // without beta times c
  int64_t products = 0;
};

using namespace musasim::musparse;

namespace {

struct Operands {
  musparseOperation_t op_a;
  musparseOperation_t op_b;
  musparseSpMatDescr a;
  musparseSpMatDescr b;
};

void check_operands(const Operands& o, const musparseSpMatDescr& c) {
  require_operation(o.op_a);
  require_operation(o.op_b);
  for (const musparseSpMatDescr* m : {&o.a, &o.b, &c}) {
    require(m->format == MUSPARSE_FORMAT_CSR && m->batches == 1, MUSPARSE_STATUS_NOT_SUPPORTED);
  }
  require(c.rows == (turns(o.op_a) ? o.a.cols : o.a.rows));
  require(c.cols == (turns(o.op_b) ? o.b.rows : o.b.cols));
  require((turns(o.op_a) ? o.a.rows : o.a.cols) == (turns(o.op_b) ? o.b.cols : o.b.rows));
}

// Row r of the product: column -> value.
template <class T>
using Rows = std::vector<std::map<int64_t, T>>;

template <class T>
Rows<T> product(const Operands& o, int64_t rows, int64_t* products) {
  Entries<T> a = load_entries<T>(o.a);
  Entries<T> b = load_entries<T>(o.b);
  apply(o.op_a, &a);
  apply(o.op_b, &b);
  std::vector<std::vector<size_t>> of_row(static_cast<size_t>(b.rows));
  for (size_t i = 0; i < b.size(); ++i) {
    of_row[static_cast<size_t>(b.row[i])].push_back(i);
  }
  Rows<T> result(static_cast<size_t>(rows));
  for (size_t i = 0; i < a.size(); ++i) {
    for (const size_t j : of_row[static_cast<size_t>(a.col[i])]) {
      result[static_cast<size_t>(a.row[i])][b.col[j]] += a.value[i] * b.value[j];
      ++*products;
    }
  }
  return result;
}

template <class T>
void keep(const Rows<T>& rows, T alpha, musparseSpGEMMDescr* descr) {
  descr->offsets.assign(1, 0);
  descr->columns.clear();
  descr->values.clear();
  for (const auto& row : rows) {
    for (const auto& [column, value] : row) {
      descr->columns.push_back(column);
      descr->values.push_back(converted<DoubleComplex>(alpha * value));
    }
    descr->offsets.push_back(static_cast<int64_t>(descr->columns.size()));
  }
}

// Computes now, since the caller reads the number of entries next.
void compute(musparseHandle_t handle, const char* name, const Operands& o, musparseSpMatDescr_t c,
             const Scalar* alpha, musaDataType type, musparseSpGEMMDescr_t descr) {
  run_and_wait(handle, name, [o, rows = c->rows, alpha, type, descr] {
    with_computed(type, [&](auto zero) {
      using T = decltype(zero);
      descr->products = 0;
      const T scale = alpha == nullptr ? T(1) : alpha->template value<T>();
      keep(product<T>(o, rows, &descr->products), scale, descr);
    });
  });
  c->nnz = static_cast<int64_t>(descr->columns.size());
}

void store_pattern(const musparseSpMatDescr& c, const musparseSpGEMMDescr& descr) {
  store_indices(c.offsets, c.offset_type, descr.offsets, c.base);
  store_indices(c.indices, c.index_type, descr.columns, c.base);
}

template <class T>
void store_result(const musparseSpMatDescr& c, const std::vector<T>& product, T beta) {
  std::vector<T> values = product;
  if (beta != T(0)) {
    const std::vector<T> old = load_values<T>(c.values, c.value_type, c.nnz);
    for (size_t i = 0; i < values.size(); ++i) {
      values[i] += beta * old[i];
    }
  }
  store_values(c.values, c.value_type, values);
}

void answer(size_t* bytes) {
  if (bytes != nullptr) {
    *bytes = kBufferBytes;
  }
}

void require_room(const musparseSpMatDescr& c) {
  require_pointers(c.offsets);
  require(c.nnz == 0 || (c.indices != nullptr && c.values != nullptr));
}

}  // namespace

extern "C" {

musparseStatus_t musparseSpGEMM_createDescr(musparseSpGEMMDescr_t* descr) {
  return public_call(__func__, [&] {
    require_pointers(descr);
    *descr = new musparseSpGEMMDescr;
  });
}

musparseStatus_t musparseSpGEMM_destroyDescr(musparseSpGEMMDescr_t descr) {
  return public_call(__func__, [&] { delete descr; });
}

musparseStatus_t musparseSpGEMM_workEstimation(musparseHandle_t handle, musparseOperation_t op_a,
                                               musparseOperation_t op_b, const void* alpha,
                                               musparseConstSpMatDescr_t a,
                                               musparseConstSpMatDescr_t b, const void* beta,
                                               musparseSpMatDescr_t c, musaDataType compute_type,
                                               musparseSpGEMMAlg_t, musparseSpGEMMDescr_t descr,
                                               size_t* bytes, void* buffer) {
  return public_call(__func__, handle, [&] {
    require_pointers(alpha, a, b, beta, c, descr, bytes);
    check_operands({op_a, op_b, *a, *b}, *c);
    require_types(compute_type, a->value_type, b->value_type, c->value_type);
    if (buffer == nullptr) {
      *bytes = kBufferBytes;
    } else {
      compute(handle, "musparseSpGEMM_workEstimation", {op_a, op_b, *a, *b}, c, nullptr,
              compute_type, descr);
    }
  });
}

musparseStatus_t musparseSpGEMM_getNumProducts(musparseSpGEMMDescr_t descr, int64_t* count) {
  return public_call(__func__, [&] {
    require_pointers(descr, count);
    *count = descr->products;
  });
}

musparseStatus_t musparseSpGEMM_estimateMemory(musparseHandle_t handle, musparseOperation_t,
                                               musparseOperation_t, const void*,
                                               musparseConstSpMatDescr_t a,
                                               musparseConstSpMatDescr_t b, const void*,
                                               musparseSpMatDescr_t c, musaDataType,
                                               musparseSpGEMMAlg_t, musparseSpGEMMDescr_t descr,
                                               float, size_t* bytes3, void*, size_t* bytes2) {
  return public_call(__func__, handle, [&] {
    require_pointers(a, b, c, descr, bytes3);
    *bytes3 = kBufferBytes;
    answer(bytes2);
  });
}

musparseStatus_t musparseSpGEMM_compute(musparseHandle_t handle, musparseOperation_t op_a,
                                        musparseOperation_t op_b, const void* alpha,
                                        musparseConstSpMatDescr_t a, musparseConstSpMatDescr_t b,
                                        const void* beta, musparseSpMatDescr_t c,
                                        musaDataType compute_type, musparseSpGEMMAlg_t,
                                        musparseSpGEMMDescr_t descr, size_t* bytes, void* buffer) {
  return public_call(__func__, handle, [&] {
    require_pointers(a, b, c, beta, descr, bytes);
    const Operands o{op_a, op_b, *a, *b};
    check_operands(o, *c);
    require_types(compute_type, a->value_type, b->value_type, c->value_type);
    const Scalar scale(handle, alpha, compute_type);
    if (buffer == nullptr) {
      *bytes = kBufferBytes;
    } else {
      compute(handle, "musparseSpGEMM_compute", o, c, &scale, compute_type, descr);
    }
  });
}

musparseStatus_t musparseSpGEMM_copy(musparseHandle_t handle, musparseOperation_t op_a,
                                     musparseOperation_t op_b, const void*,
                                     musparseConstSpMatDescr_t a, musparseConstSpMatDescr_t b,
                                     const void* beta, musparseSpMatDescr_t c,
                                     musaDataType compute_type, musparseSpGEMMAlg_t,
                                     musparseSpGEMMDescr_t descr) {
  return public_call(__func__, handle, [&] {
    require_pointers(a, b, c, descr);
    check_operands({op_a, op_b, *a, *b}, *c);
    require_room(*c);
    const Scalar keep_scale(handle, beta, compute_type);
    submit(handle, "musparseSpGEMM_copy", [to = *c, result = *descr, keep_scale, compute_type] {
      store_pattern(to, result);
      with_computed(compute_type, [&](auto zero) {
        using T = decltype(zero);
        std::vector<T> values;
        for (const DoubleComplex& value : result.values) {
          values.push_back(converted<T>(value));
        }
        store_result<T>(to, values, keep_scale.value<T>());
      });
    });
  });
}

musparseStatus_t musparseSpGEMMreuse_workEstimation(
    musparseHandle_t handle, musparseOperation_t op_a, musparseOperation_t op_b,
    musparseConstSpMatDescr_t a, musparseConstSpMatDescr_t b, musparseSpMatDescr_t c,
    musparseSpGEMMAlg_t, musparseSpGEMMDescr_t descr, size_t* bytes, void*) {
  return public_call(__func__, handle, [&] {
    require_pointers(a, b, c, descr, bytes);
    check_operands({op_a, op_b, *a, *b}, *c);
    *bytes = kBufferBytes;
  });
}

musparseStatus_t musparseSpGEMMreuse_nnz(musparseHandle_t handle, musparseOperation_t op_a,
                                         musparseOperation_t op_b, musparseConstSpMatDescr_t a,
                                         musparseConstSpMatDescr_t b, musparseSpMatDescr_t c,
                                         musparseSpGEMMAlg_t, musparseSpGEMMDescr_t descr,
                                         size_t* bytes2, void* buffer2, size_t* bytes3, void*,
                                         size_t* bytes4, void*) {
  return public_call(__func__, handle, [&] {
    require_pointers(a, b, c, descr);
    const Operands o{op_a, op_b, *a, *b};
    check_operands(o, *c);
    answer(bytes2);
    answer(bytes3);
    answer(bytes4);
    if (buffer2 != nullptr) {
      compute(handle, "musparseSpGEMMreuse_nnz", o, c, nullptr, a->value_type, descr);
    }
  });
}

musparseStatus_t musparseSpGEMMreuse_copy(musparseHandle_t handle, musparseOperation_t op_a,
                                          musparseOperation_t op_b, musparseConstSpMatDescr_t a,
                                          musparseConstSpMatDescr_t b, musparseSpMatDescr_t c,
                                          musparseSpGEMMAlg_t, musparseSpGEMMDescr_t descr,
                                          size_t* bytes, void* buffer) {
  return public_call(__func__, handle, [&] {
    require_pointers(a, b, c, descr, bytes);
    check_operands({op_a, op_b, *a, *b}, *c);
    *bytes = kBufferBytes;
    if (buffer != nullptr) {
      require_room(*c);
      submit(handle, "musparseSpGEMMreuse_copy",
             [to = *c, result = *descr] { store_pattern(to, result); });
    }
  });
}

musparseStatus_t musparseSpGEMMreuse_compute(musparseHandle_t handle, musparseOperation_t op_a,
                                             musparseOperation_t op_b, const void* alpha,
                                             musparseConstSpMatDescr_t a,
                                             musparseConstSpMatDescr_t b, const void* beta,
                                             musparseSpMatDescr_t c, musaDataType compute_type,
                                             musparseSpGEMMAlg_t, musparseSpGEMMDescr_t descr) {
  return public_call(__func__, handle, [&] {
    require_pointers(a, b, c, descr);
    const Operands o{op_a, op_b, *a, *b};
    check_operands(o, *c);
    require_types(compute_type, a->value_type, b->value_type, c->value_type);
    require_room(*c);
    const Scalar scale(handle, alpha, compute_type);
    const Scalar keep_scale(handle, beta, compute_type);
    submit(handle, "musparseSpGEMMreuse_compute", [o, to = *c, scale, keep_scale, compute_type] {
      with_computed(compute_type, [&](auto zero) {
        using T = decltype(zero);
        int64_t products = 0;
        musparseSpGEMMDescr result;
        std::vector<T> values;
        for (const auto& row : product<T>(o, to.rows, &products)) {
          for (const auto& entry : row) {
            values.push_back(scale.value<T>() * entry.second);
          }
        }
        require_inside(static_cast<int64_t>(values.size()) <= to.nnz);
        store_result<T>(to, values, keep_scale.value<T>());
      });
    });
  });
}

}  // extern "C"
