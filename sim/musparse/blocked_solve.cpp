// Functions by format: systems with a triangular matrix of blocked rows, bsrsv2 and bsrsm2.
#include <memory>

#include "musparse/by_format.h"
#include "musparse/pivot.h"
#include "musparse/triangle.h"

using namespace musasim::musparse;

namespace {

struct System {
  Bsr a;
  musparseOperation_t op_a;
  musparseOperation_t op_b;
  Triangle triangle;
  musparseDnMatDescr b;
  musparseDnMatDescr x;
};

Triangle triangle_of(const musparseMatDescr& descr) {
  return {descr.fill == MUSPARSE_FILL_MODE_UPPER, descr.diagonal == MUSPARSE_DIAG_TYPE_UNIT};
}

void check_matrix(const Bsr& a, musparseOperation_t op) {
  require_operation(op);
  require_sizes({a.blocks.rows});
  require(a.size > 0);
  require_pointers(a.blocks.offsets);
}

template <class T, class Info>
musparseStatus_t analyse(const char* name, musparseHandle_t handle, const Bsr& a,
                         musparseOperation_t op, const musparseMatDescr_t descr, Info* info) {
  return public_call(name, handle, [&] {
    require_pointers(info);
    base_of(descr);
    check_matrix(a, op);
    submit(handle, name,
           [a, size = a.size, unit = descr->diagonal == MUSPARSE_DIAG_TYPE_UNIT,
            found = info->pivot.row] {
             const int64_t row = unit ? -1 : zero_pivot(load_entries<T>(describe<T>(a)));
             *found = row < 0 ? -1 : row / size + a.blocks.base;
           });
  });
}

template <class T, class Info>
musparseStatus_t solve(const char* name, musparseHandle_t handle, const System& s,
                       const musparseMatDescr_t descr, const void* alpha, const Info* info) {
  return public_call(name, handle, [&] {
    require_pointers(info, s.b.values, s.x.values);
    base_of(descr);
    check_matrix(s.a, s.op_a);
    const Scalar scale(handle, alpha, type_of<T>());
    submit(handle, name, [=] {
      Dense<T> x = load_dense<T>(s.b, 0, s.op_b);
      solve_triangle(load_entries<T>(describe<T>(s.a)), s.op_a, s.triangle, scale.value<T>(), &x);
      if (turns(s.op_b)) {
        Dense<T> turned{x.cols, x.rows, std::vector<T>(x.value.size())};
        for (int64_t r = 0; r < x.rows; ++r) {
          for (int64_t c = 0; c < x.cols; ++c) {
            turned(c, r) = x(r, c);
          }
        }
        x = std::move(turned);
      }
      store_dense(s.x, 0, x);
    });
  });
}

musparseStatus_t buffer_size(const char* name, musparseHandle_t handle, int mb, int size,
                             int* bytes) {
  return public_call(name, handle, [&] {
    require_sizes({mb});
    require(size > 0);
    require_pointers(bytes);
    *bytes = static_cast<int>(kBufferBytes);
  });
}

musparseMatDescr known(const musparseMatDescr_t descr) {
  return descr == nullptr ? musparseMatDescr{} : *descr;
}

}  // namespace

extern "C" {

MUSPARSE_PIVOT_INFO(Bsrsv2, bsrsv2)
MUSPARSE_PIVOT_INFO(Bsrsm2, bsrsm2)

#define DEFINE_SV(P, T, R)                                                                         \
  musparseStatus_t musparse##P##bsrsv2_bufferSize(                                                 \
      musparseHandle_t handle, musparseDirection_t, musparseOperation_t, int mb, int,              \
      const musparseMatDescr_t, T*, const int*, const int*, int size, bsrsv2Info_t, int* bytes) {  \
    return buffer_size(__func__, handle, mb, size, bytes);                                         \
  }                                                                                                \
  musparseStatus_t musparse##P##bsrsv2_analysis(                                                   \
      musparseHandle_t handle, musparseDirection_t direction, musparseOperation_t op, int mb, int, \
      const musparseMatDescr_t descr, const T* values, const int* offsets, const int* columns,     \
      int size, bsrsv2Info_t info, musparseSolvePolicy_t, void*) {                                 \
    const Bsr a{{mb, mb, known(descr).base, values, offsets, columns}, size, direction};           \
    return analyse<Computed<T>>(__func__, handle, a, op, descr, info);                             \
  }                                                                                                \
  musparseStatus_t musparse##P##bsrsv2_solve(                                                      \
      musparseHandle_t handle, musparseDirection_t direction, musparseOperation_t op, int mb, int, \
      const T* alpha, const musparseMatDescr_t descr, const T* values, const int* offsets,         \
      const int* columns, int size, bsrsv2Info_t info, const T* f, T* x, musparseSolvePolicy_t,    \
      void*) {                                                                                     \
    const Bsr a{{mb, mb, known(descr).base, values, offsets, columns}, size, direction};           \
    const System s{a,                                                                              \
                   op,                                                                             \
                   MUSPARSE_OPERATION_NON_TRANSPOSE,                                               \
                   triangle_of(known(descr)),                                                      \
                   columns_of<Computed<T>>(f, mb * size, 1, mb * size),                            \
                   columns_of<Computed<T>>(x, mb * size, 1, mb * size)};                           \
    return solve<Computed<T>>(__func__, handle, s, descr, alpha, info);                            \
  }
MUSASIM_SDCZ(DEFINE_SV)

#define DEFINE_SM(P, T, R)                                                                        \
  musparseStatus_t musparse##P##bsrsm2_bufferSize(                                                \
      musparseHandle_t handle, musparseDirection_t, musparseOperation_t, musparseOperation_t,     \
      int mb, int, int, const musparseMatDescr_t, T*, const int*, const int*, int size,           \
      bsrsm2Info_t, int* bytes) {                                                                 \
    return buffer_size(__func__, handle, mb, size, bytes);                                        \
  }                                                                                               \
  musparseStatus_t musparse##P##bsrsm2_analysis(                                                  \
      musparseHandle_t handle, musparseDirection_t direction, musparseOperation_t op,             \
      musparseOperation_t, int mb, int, int, const musparseMatDescr_t descr, const T* values,     \
      const int* offsets, const int* columns, int size, bsrsm2Info_t info, musparseSolvePolicy_t, \
      void*) {                                                                                    \
    const Bsr a{{mb, mb, known(descr).base, values, offsets, columns}, size, direction};          \
    return analyse<Computed<T>>(__func__, handle, a, op, descr, info);                            \
  }                                                                                               \
  musparseStatus_t musparse##P##bsrsm2_solve(                                                     \
      musparseHandle_t handle, musparseDirection_t direction, musparseOperation_t op,             \
      musparseOperation_t op_x, int mb, int n, int, const T* alpha,                               \
      const musparseMatDescr_t descr, const T* values, const int* offsets, const int* columns,    \
      int size, bsrsm2Info_t info, const T* b, int ldb, T* x, int ldx, musparseSolvePolicy_t,     \
      void*) {                                                                                    \
    const Bsr a{{mb, mb, known(descr).base, values, offsets, columns}, size, direction};          \
    const bool turned = op_x != MUSPARSE_OPERATION_NON_TRANSPOSE;                                 \
    const int rows = turned ? n : mb * size;                                                      \
    const int cols = turned ? mb * size : n;                                                      \
    const System s{a,                                                                             \
                   op,                                                                            \
                   op_x,                                                                          \
                   triangle_of(known(descr)),                                                     \
                   columns_of<Computed<T>>(b, rows, cols, ldb),                                   \
                   columns_of<Computed<T>>(x, rows, cols, ldx)};                                  \
    return solve<Computed<T>>(__func__, handle, s, descr, alpha, info);                           \
  }
MUSASIM_SDCZ(DEFINE_SM)

}  // extern "C"
