// Sparse matrix by dense vector or matrix: SpMV, SpMM.
#include <algorithm>

#include "musparse/entries.h"

using namespace musasim::musparse;

namespace {

struct Product {
  musparseOperation_t op_a;
  musparseOperation_t op_b;
  musparseSpMatDescr a;
  musparseDnMatDescr b;
  musparseDnMatDescr c;
};

// c = alpha op(a) op(b) + beta c for one matrix of the batch; c is not read when beta is zero.
template <class T>
void multiply(const Product& p, T alpha, T beta, int64_t batch) {
  Entries<T> a = load_entries<T>(p.a, p.a.batches > 1 ? batch : 0);
  apply(p.op_a, &a);
  const Dense<T> b = load_dense<T>(p.b, p.b.batches > 1 ? batch : 0, p.op_b);
  Dense<T> c{p.c.rows, p.c.cols, {}};
  if (beta == T(0)) {
    c.value.assign(static_cast<size_t>(c.rows * c.cols), T(0));
  } else {
    c = load_dense<T>(p.c, batch, MUSPARSE_OPERATION_NON_TRANSPOSE);
    std::for_each(c.value.begin(), c.value.end(), [&](T& value) { value *= beta; });
  }
  for (size_t i = 0; i < a.size(); ++i) {
    const T factor = alpha * a.value[i];
    T* to = &c.value[static_cast<size_t>(a.row[i] * c.cols)];
    const T* from = &b.value[static_cast<size_t>(a.col[i] * b.cols)];
    for (int64_t j = 0; j < c.cols; ++j) {
      to[j] += factor * from[j];
    }
  }
  store_dense(p.c, batch, c);
}

void check_product(const Product& p, musaDataType compute) {
  require_operation(p.op_a);
  require_operation(p.op_b);
  require_types(compute, p.a.value_type, p.b.value_type, p.c.value_type);
  const int64_t rows = turns(p.op_a) ? p.a.cols : p.a.rows;
  const int64_t inner = turns(p.op_a) ? p.a.rows : p.a.cols;
  require(rows == p.c.rows && inner == (turns(p.op_b) ? p.b.cols : p.b.rows));
  require(p.c.cols == (turns(p.op_b) ? p.b.rows : p.b.cols));
  const int batches = p.c.batches;
  require((p.a.batches == 1 || p.a.batches == batches) &&
          (p.b.batches == 1 || p.b.batches == batches));
}

void enqueue(musparseHandle_t handle, const char* name, const Product& p, const void* alpha,
             const void* beta, musaDataType compute) {
  check_product(p, compute);
  const Scalar scale(handle, alpha, compute);
  const Scalar keep(handle, beta, compute);
  if (p.c.rows == 0 || p.c.cols == 0) {
    return;
  }
  submit(handle, name, [p, scale, keep, compute] {
    with_computed(compute, [&](auto zero) {
      using T = decltype(zero);
      for (int64_t batch = 0; batch < p.c.batches; ++batch) {
        multiply<T>(p, scale.value<T>(), keep.value<T>(), batch);
      }
    });
  });
}

musparseDnMatDescr as_matrix(const musparseDnVecDescr& v) {
  return {v.size, 1, std::max<int64_t>(v.size, 1), v.values, v.value_type, MUSPARSE_ORDER_COL,
          1,      0};
}

}  // namespace

extern "C" {

musparseStatus_t musparseSpMV(musparseHandle_t handle, musparseOperation_t op_a, const void* alpha,
                              musparseConstSpMatDescr_t a, musparseConstDnVecDescr_t x,
                              const void* beta, musparseDnVecDescr_t y, musaDataType compute_type,
                              musparseSpMVAlg_t, void*) {
  return public_call(__func__, handle, [&] {
    require_pointers(a, x, y);
    const Product p{op_a, MUSPARSE_OPERATION_NON_TRANSPOSE, *a, as_matrix(*x), as_matrix(*y)};
    enqueue(handle, "musparseSpMV", p, alpha, beta, compute_type);
  });
}

musparseStatus_t musparseSpMV_bufferSize(musparseHandle_t handle, musparseOperation_t op_a,
                                         const void* alpha, musparseConstSpMatDescr_t a,
                                         musparseConstDnVecDescr_t x, const void* beta,
                                         musparseDnVecDescr_t y, musaDataType compute_type,
                                         musparseSpMVAlg_t, size_t* bytes) {
  return public_call(__func__, handle, [&] {
    require_pointers(a, x, y, alpha, beta);
    check_product({op_a, MUSPARSE_OPERATION_NON_TRANSPOSE, *a, as_matrix(*x), as_matrix(*y)},
                  compute_type);
    answer_buffer_size(bytes);
  });
}

musparseStatus_t musparseSpMM(musparseHandle_t handle, musparseOperation_t op_a,
                              musparseOperation_t op_b, const void* alpha,
                              musparseConstSpMatDescr_t a, musparseConstDnMatDescr_t b,
                              const void* beta, musparseDnMatDescr_t c, musaDataType compute_type,
                              musparseSpMMAlg_t, void*) {
  return public_call(__func__, handle, [&] {
    require_pointers(a, b, c);
    enqueue(handle, "musparseSpMM", {op_a, op_b, *a, *b, *c}, alpha, beta, compute_type);
  });
}

musparseStatus_t musparseSpMM_bufferSize(musparseHandle_t handle, musparseOperation_t op_a,
                                         musparseOperation_t op_b, const void* alpha,
                                         musparseConstSpMatDescr_t a, musparseConstDnMatDescr_t b,
                                         const void* beta, musparseDnMatDescr_t c,
                                         musaDataType compute_type, musparseSpMMAlg_t,
                                         size_t* bytes) {
  return public_call(__func__, handle, [&] {
    require_pointers(a, b, c, alpha, beta);
    check_product({op_a, op_b, *a, *b, *c}, compute_type);
    answer_buffer_size(bytes);
  });
}

// There is nothing to prepare here: the arguments are checked.
musparseStatus_t musparseSpMM_preprocess(musparseHandle_t handle, musparseOperation_t op_a,
                                         musparseOperation_t op_b, const void* alpha,
                                         musparseConstSpMatDescr_t a, musparseConstDnMatDescr_t b,
                                         const void* beta, musparseDnMatDescr_t c,
                                         musaDataType compute_type, musparseSpMMAlg_t, void*) {
  return public_call(__func__, handle, [&] {
    require_pointers(a, b, c, alpha, beta);
    check_product({op_a, op_b, *a, *b, *c}, compute_type);
  });
}

}  // extern "C"
