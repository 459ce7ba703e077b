// Descriptors of dense matrices.
#include "musparse/call.h"
#include "musparse/descriptors.h"
#include "musparse/numbers.h"

using namespace musasim::musparse;

namespace {

template <class Result>
void make(Result* result, int64_t rows, int64_t cols, int64_t ld, const void* values,
          musaDataType type, const musparseOrder_t& order) {
  require_pointers(result);
  require(rows >= 0 && cols >= 0 && (rows * cols == 0 || values != nullptr));
  require_one_of(order, {MUSPARSE_ORDER_COL, MUSPARSE_ORDER_ROW});
  require(ld >= (order == MUSPARSE_ORDER_COL ? rows : cols));
  with_stored(type, [](auto) {});
  *result = new musparseDnMatDescr{rows, cols, ld, const_cast<void*>(values), type, order, 1, 0};
}

template <class Pointer>
void get(musparseConstDnMatDescr_t matrix, int64_t* rows, int64_t* cols, int64_t* ld,
         Pointer* values, musaDataType* type, musparseOrder_t* order) {
  require_pointers(matrix, rows, cols, ld, values, type, order);
  *rows = matrix->rows;
  *cols = matrix->cols;
  *ld = matrix->ld;
  *values = matrix->values;
  *type = matrix->value_type;
  *order = matrix->order;
}

template <class Pointer>
void get_values(musparseConstDnMatDescr_t matrix, Pointer* values) {
  require_pointers(matrix, values);
  *values = matrix->values;
}

}  // namespace

extern "C" {

musparseStatus_t musparseCreateDnMat(musparseDnMatDescr_t* matrix, int64_t rows, int64_t cols,
                                     int64_t ld, void* values, musaDataType value_type,
                                     musparseOrder_t order) {
  return public_call(__func__, [&] { make(matrix, rows, cols, ld, values, value_type, order); });
}

musparseStatus_t musparseCreateConstDnMat(musparseConstDnMatDescr_t* matrix, int64_t rows,
                                          int64_t cols, int64_t ld, const void* values,
                                          musaDataType value_type, musparseOrder_t order) {
  return public_call(__func__, [&] { make(matrix, rows, cols, ld, values, value_type, order); });
}

musparseStatus_t musparseDestroyDnMat(musparseConstDnMatDescr_t matrix) {
  return public_call(__func__, [&] {
    require_pointers(matrix);
    delete matrix;
  });
}

musparseStatus_t musparseDnMatGet(musparseDnMatDescr_t matrix, int64_t* rows, int64_t* cols,
                                  int64_t* ld, void** values, musaDataType* type,
                                  musparseOrder_t* order) {
  return public_call(__func__, [&] { get(matrix, rows, cols, ld, values, type, order); });
}

musparseStatus_t musparseConstDnMatGet(musparseConstDnMatDescr_t matrix, int64_t* rows,
                                       int64_t* cols, int64_t* ld, const void** values,
                                       musaDataType* type, musparseOrder_t* order) {
  return public_call(__func__, [&] { get(matrix, rows, cols, ld, values, type, order); });
}

musparseStatus_t musparseDnMatGetValues(musparseDnMatDescr_t matrix, void** values) {
  return public_call(__func__, [&] { get_values(matrix, values); });
}

musparseStatus_t musparseConstDnMatGetValues(musparseConstDnMatDescr_t matrix,
                                             const void** values) {
  return public_call(__func__, [&] { get_values(matrix, values); });
}

musparseStatus_t musparseDnMatSetValues(musparseDnMatDescr_t matrix, void* values) {
  return public_call(__func__, [&] {
    require_pointers(matrix, values);
    matrix->values = values;
  });
}

musparseStatus_t musparseDnMatSetStridedBatch(musparseDnMatDescr_t matrix, int count,
                                              int64_t stride) {
  return public_call(__func__, [&] {
    require_pointers(matrix);
    require(count > 0 && stride >= 0);
    matrix->batches = count;
    matrix->batch_stride = stride;
  });
}

musparseStatus_t musparseDnMatGetStridedBatch(musparseConstDnMatDescr_t matrix, int* count,
                                              int64_t* stride) {
  return public_call(__func__, [&] {
    require_pointers(matrix, count, stride);
    *count = matrix->batches;
    *stride = matrix->batch_stride;
  });
}

}  // extern "C"
