// SpSV and SpSM: systems with a triangular sparse matrix. The analysis only checks the arguments; the
// solve does all the work.
#include "musparse/triangle.h"

struct musparseSpSVDescr {
  bool analysed = false;
};

struct musparseSpSMDescr {
  bool analysed = false;
};

using namespace musasim::musparse;

namespace {

struct System {
  musparseOperation_t op_a;
  musparseOperation_t op_b;
  musparseSpMatDescr a;
  musparseDnMatDescr b;
  musparseDnMatDescr x;
};

musparseDnMatDescr as_matrix(const musparseDnVecDescr& v) {
  return {v.size, 1, std::max<int64_t>(v.size, 1), v.values, v.value_type, MUSPARSE_ORDER_COL,
          1,      0};
}

void check_system(const System& s, musaDataType compute) {
  require_operation(s.op_a);
  require_operation(s.op_b);
  require_types(compute, s.a.value_type, s.b.value_type, s.x.value_type);
  require(s.a.rows == s.a.cols && s.a.rows == s.x.rows);
  require(s.x.rows == (turns(s.op_b) ? s.b.cols : s.b.rows));
  require(s.x.cols == (turns(s.op_b) ? s.b.rows : s.b.cols));
}

void solve(musparseHandle_t handle, const char* name, const System& s, const void* alpha,
           musaDataType compute) {
  check_system(s, compute);
  const Scalar scale(handle, alpha, compute);
  submit(handle, name, [s, scale, compute] {
    with_computed(compute, [&](auto zero) {
      using T = decltype(zero);
      for (int64_t batch = 0; batch < s.x.batches; ++batch) {
        Dense<T> x = load_dense<T>(s.b, s.b.batches > 1 ? batch : 0, s.op_b);
        const Entries<T> a = load_entries<T>(s.a, s.a.batches > 1 ? batch : 0);
        const Triangle triangle{s.a.fill == MUSPARSE_FILL_MODE_UPPER,
                                s.a.diagonal == MUSPARSE_DIAG_TYPE_UNIT};
        solve_triangle(a, s.op_a, triangle, scale.value<T>(), &x);
        store_dense(s.x, batch, x);
      }
    });
  });
}

}  // namespace

extern "C" {

musparseStatus_t musparseSpSV_createDescr(musparseSpSVDescr_t* descr) {
  return public_call(__func__, [&] {
    require_pointers(descr);
    *descr = new musparseSpSVDescr;
  });
}

musparseStatus_t musparseSpSV_destroyDescr(musparseSpSVDescr_t descr) {
  return public_call(__func__, [&] { delete descr; });
}

musparseStatus_t musparseSpSV_bufferSize(musparseHandle_t handle, musparseOperation_t op_a,
                                         const void* alpha, musparseConstSpMatDescr_t a,
                                         musparseConstDnVecDescr_t x, musparseDnVecDescr_t y,
                                         musaDataType compute_type, musparseSpSVAlg_t,
                                         musparseSpSVDescr_t descr, size_t* bytes) {
  return public_call(__func__, handle, [&] {
    require_pointers(a, x, y, alpha, descr);
    check_system({op_a, MUSPARSE_OPERATION_NON_TRANSPOSE, *a, as_matrix(*x), as_matrix(*y)},
                 compute_type);
    answer_buffer_size(bytes);
  });
}

musparseStatus_t musparseSpSV_analysis(musparseHandle_t handle, musparseOperation_t op_a,
                                       const void* alpha, musparseConstSpMatDescr_t a,
                                       musparseConstDnVecDescr_t x, musparseDnVecDescr_t y,
                                       musaDataType compute_type, musparseSpSVAlg_t,
                                       musparseSpSVDescr_t descr, void*) {
  return public_call(__func__, handle, [&] {
    require_pointers(a, x, y, alpha, descr);
    check_system({op_a, MUSPARSE_OPERATION_NON_TRANSPOSE, *a, as_matrix(*x), as_matrix(*y)},
                 compute_type);
    descr->analysed = true;
  });
}

musparseStatus_t musparseSpSV_solve(musparseHandle_t handle, musparseOperation_t op_a,
                                    const void* alpha, musparseConstSpMatDescr_t a,
                                    musparseConstDnVecDescr_t x, musparseDnVecDescr_t y,
                                    musaDataType compute_type, musparseSpSVAlg_t,
                                    musparseSpSVDescr_t descr) {
  return public_call(__func__, handle, [&] {
    require_pointers(a, x, y, descr);
    require(descr->analysed);
    solve(handle, "musparseSpSV_solve",
          {op_a, MUSPARSE_OPERATION_NON_TRANSPOSE, *a, as_matrix(*x), as_matrix(*y)}, alpha,
          compute_type);
  });
}

// The solve reads the values of the matrix itself, so there is no analysed copy to bring up to date.
musparseStatus_t musparseSpSV_updateMatrix(musparseHandle_t handle, musparseSpSVDescr_t, void*,
                                           musparseSpSVUpdate_t) {
  return public_call(__func__, handle, [] { refuse(MUSPARSE_STATUS_NOT_SUPPORTED); });
}

musparseStatus_t musparseSpSM_createDescr(musparseSpSMDescr_t* descr) {
  return public_call(__func__, [&] {
    require_pointers(descr);
    *descr = new musparseSpSMDescr;
  });
}

musparseStatus_t musparseSpSM_destroyDescr(musparseSpSMDescr_t descr) {
  return public_call(__func__, [&] { delete descr; });
}

musparseStatus_t musparseSpSM_bufferSize(musparseHandle_t handle, musparseOperation_t op_a,
                                         musparseOperation_t op_b, const void* alpha,
                                         musparseConstSpMatDescr_t a, musparseConstDnMatDescr_t b,
                                         musparseDnMatDescr_t c, musaDataType compute_type,
                                         musparseSpSMAlg_t, musparseSpSMDescr_t descr,
                                         size_t* bytes) {
  return public_call(__func__, handle, [&] {
    require_pointers(a, b, c, alpha, descr);
    check_system({op_a, op_b, *a, *b, *c}, compute_type);
    answer_buffer_size(bytes);
  });
}

musparseStatus_t musparseSpSM_analysis(musparseHandle_t handle, musparseOperation_t op_a,
                                       musparseOperation_t op_b, const void* alpha,
                                       musparseConstSpMatDescr_t a, musparseConstDnMatDescr_t b,
                                       musparseDnMatDescr_t c, musaDataType compute_type,
                                       musparseSpSMAlg_t, musparseSpSMDescr_t descr, void*) {
  return public_call(__func__, handle, [&] {
    require_pointers(a, b, c, alpha, descr);
    check_system({op_a, op_b, *a, *b, *c}, compute_type);
    descr->analysed = true;
  });
}

musparseStatus_t musparseSpSM_solve(musparseHandle_t handle, musparseOperation_t op_a,
                                    musparseOperation_t op_b, const void* alpha,
                                    musparseConstSpMatDescr_t a, musparseConstDnMatDescr_t b,
                                    musparseDnMatDescr_t c, musaDataType compute_type,
                                    musparseSpSMAlg_t, musparseSpSMDescr_t descr) {
  return public_call(__func__, handle, [&] {
    require_pointers(a, b, c, descr);
    require(descr->analysed);
    solve(handle, "musparseSpSM_solve", {op_a, op_b, *a, *b, *c}, alpha, compute_type);
  });
}

}  // extern "C"
