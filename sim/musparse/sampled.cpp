// SDDMM: the product of two dense matrices at the places of a sparse one.
#include "musparse/entries.h"

using namespace musasim::musparse;

namespace {

struct Sampled {
  musparseOperation_t op_a;
  musparseOperation_t op_b;
  musparseDnMatDescr a;
  musparseDnMatDescr b;
  musparseSpMatDescr c;
};

void check_sampled(const Sampled& s, musaDataType compute) {
  require_operation(s.op_a);
  require_operation(s.op_b);
  require_types(compute, s.a.value_type, s.b.value_type, s.c.value_type);
  const int64_t inner = turns(s.op_a) ? s.a.rows : s.a.cols;
  require(inner == (turns(s.op_b) ? s.b.cols : s.b.rows));
  require(s.c.rows == (turns(s.op_a) ? s.a.cols : s.a.rows));
  require(s.c.cols == (turns(s.op_b) ? s.b.rows : s.b.cols));
  require(s.a.batches == 1 || s.a.batches == s.c.batches);
  require(s.b.batches == 1 || s.b.batches == s.c.batches);
}

template <class T>
void multiply(const Sampled& s, T alpha, T beta, int64_t batch) {
  const Dense<T> a = load_dense<T>(s.a, s.a.batches > 1 ? batch : 0, s.op_a);
  const Dense<T> b = load_dense<T>(s.b, s.b.batches > 1 ? batch : 0, s.op_b);
  const Entries<T> c = load_entries<T>(s.c, batch, beta != T(0));
  std::vector<T> result(static_cast<size_t>(stored_count(s.c)), T(0));
  for (size_t i = 0; i < c.size(); ++i) {
    T sum(0);
    for (int64_t k = 0; k < a.cols; ++k) {
      sum += a(c.row[i], k) * b(k, c.col[i]);
    }
    sum *= alpha;
    result[static_cast<size_t>(c.slot[i])] = beta == T(0) ? sum : sum + beta * c.value[i];
  }
  store_values(s.c.values, s.c.value_type, result, batch * s.c.value_stride);
}

}  // namespace

extern "C" {

musparseStatus_t musparseSDDMM(musparseHandle_t handle, musparseOperation_t op_a,
                               musparseOperation_t op_b, const void* alpha,
                               musparseConstDnMatDescr_t a, musparseConstDnMatDescr_t b,
                               const void* beta, musparseSpMatDescr_t c, musaDataType compute_type,
                               musparseSDDMMAlg_t, void*) {
  return public_call(__func__, handle, [&] {
    require_pointers(a, b, c);
    const Sampled s{op_a, op_b, *a, *b, *c};
    check_sampled(s, compute_type);
    const Scalar scale(handle, alpha, compute_type);
    const Scalar keep(handle, beta, compute_type);
    submit(handle, "musparseSDDMM", [s, scale, keep, compute_type] {
      with_computed(compute_type, [&](auto zero) {
        using T = decltype(zero);
        for (int64_t batch = 0; batch < s.c.batches; ++batch) {
          multiply<T>(s, scale.value<T>(), keep.value<T>(), batch);
        }
      });
    });
  });
}

musparseStatus_t musparseSDDMM_bufferSize(musparseHandle_t handle, musparseOperation_t op_a,
                                          musparseOperation_t op_b, const void* alpha,
                                          musparseConstDnMatDescr_t a, musparseConstDnMatDescr_t b,
                                          const void* beta, musparseSpMatDescr_t c,
                                          musaDataType compute_type, musparseSDDMMAlg_t,
                                          size_t* bytes) {
  return public_call(__func__, handle, [&] {
    require_pointers(a, b, c, alpha, beta);
    check_sampled({op_a, op_b, *a, *b, *c}, compute_type);
    answer_buffer_size(bytes);
  });
}

musparseStatus_t musparseSDDMM_preprocess(musparseHandle_t handle, musparseOperation_t op_a,
                                          musparseOperation_t op_b, const void* alpha,
                                          musparseConstDnMatDescr_t a, musparseConstDnMatDescr_t b,
                                          const void* beta, musparseSpMatDescr_t c,
                                          musaDataType compute_type, musparseSDDMMAlg_t, void*) {
  return public_call(__func__, handle, [&] {
    require_pointers(a, b, c, alpha, beta);
    check_sampled({op_a, op_b, *a, *b, *c}, compute_type);
  });
}

}  // extern "C"
