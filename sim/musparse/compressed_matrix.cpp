// Descriptors of sparse matrices with compressed rows or columns.
#include "musparse/call.h"
#include "musparse/sparse_matrix.h"

using namespace musasim::musparse;

extern "C" {

musparseStatus_t musparseCreateCsr(musparseSpMatDescr_t* matrix, int64_t rows, int64_t cols,
                                   int64_t nnz, void* row_offsets, void* columns, void* values,
                                   musparseIndexType_t offset_type, musparseIndexType_t column_type,
                                   musparseIndexBase_t base, musaDataType value_type) {
  return public_call(__func__, [&] {
    make_compressed(matrix, MUSPARSE_FORMAT_CSR, {rows, cols, nnz}, {row_offsets, columns, values},
                    {offset_type, column_type, base, value_type});
  });
}

musparseStatus_t musparseCreateConstCsr(musparseConstSpMatDescr_t* matrix, int64_t rows,
                                        int64_t cols, int64_t nnz, const void* row_offsets,
                                        const void* columns, const void* values,
                                        musparseIndexType_t offset_type,
                                        musparseIndexType_t column_type, musparseIndexBase_t base,
                                        musaDataType value_type) {
  return public_call(__func__, [&] {
    make_compressed(matrix, MUSPARSE_FORMAT_CSR, {rows, cols, nnz}, {row_offsets, columns, values},
                    {offset_type, column_type, base, value_type});
  });
}

musparseStatus_t musparseCsrGet(musparseSpMatDescr_t matrix, int64_t* rows, int64_t* cols,
                                int64_t* nnz, void** row_offsets, void** columns, void** values,
                                musparseIndexType_t* offset_type, musparseIndexType_t* column_type,
                                musparseIndexBase_t* base, musaDataType* value_type) {
  return public_call(__func__, [&] {
    get_compressed(matrix, MUSPARSE_FORMAT_CSR, {rows, cols, nnz}, row_offsets, columns, values,
                   {offset_type, column_type, base, value_type});
  });
}

musparseStatus_t musparseConstCsrGet(musparseConstSpMatDescr_t matrix, int64_t* rows, int64_t* cols,
                                     int64_t* nnz, const void** row_offsets, const void** columns,
                                     const void** values, musparseIndexType_t* offset_type,
                                     musparseIndexType_t* column_type, musparseIndexBase_t* base,
                                     musaDataType* value_type) {
  return public_call(__func__, [&] {
    get_compressed(matrix, MUSPARSE_FORMAT_CSR, {rows, cols, nnz}, row_offsets, columns, values,
                   {offset_type, column_type, base, value_type});
  });
}

musparseStatus_t musparseCsrSetPointers(musparseSpMatDescr_t matrix, void* row_offsets,
                                        void* columns, void* values) {
  return public_call(
      __func__, [&] { set_pointers(matrix, MUSPARSE_FORMAT_CSR, {row_offsets, columns, values}); });
}

musparseStatus_t musparseCreateCsc(musparseSpMatDescr_t* matrix, int64_t rows, int64_t cols,
                                   int64_t nnz, void* column_offsets, void* rows_of_entries,
                                   void* values, musparseIndexType_t offset_type,
                                   musparseIndexType_t row_type, musparseIndexBase_t base,
                                   musaDataType value_type) {
  return public_call(__func__, [&] {
    make_compressed(matrix, MUSPARSE_FORMAT_CSC, {rows, cols, nnz},
                    {column_offsets, rows_of_entries, values},
                    {offset_type, row_type, base, value_type});
  });
}

musparseStatus_t musparseCreateConstCsc(musparseConstSpMatDescr_t* matrix, int64_t rows,
                                        int64_t cols, int64_t nnz, const void* column_offsets,
                                        const void* rows_of_entries, const void* values,
                                        musparseIndexType_t offset_type,
                                        musparseIndexType_t row_type, musparseIndexBase_t base,
                                        musaDataType value_type) {
  return public_call(__func__, [&] {
    make_compressed(matrix, MUSPARSE_FORMAT_CSC, {rows, cols, nnz},
                    {column_offsets, rows_of_entries, values},
                    {offset_type, row_type, base, value_type});
  });
}

musparseStatus_t musparseCscGet(musparseSpMatDescr_t matrix, int64_t* rows, int64_t* cols,
                                int64_t* nnz, void** column_offsets, void** rows_of_entries,
                                void** values, musparseIndexType_t* offset_type,
                                musparseIndexType_t* row_type, musparseIndexBase_t* base,
                                musaDataType* value_type) {
  return public_call(__func__, [&] {
    get_compressed(matrix, MUSPARSE_FORMAT_CSC, {rows, cols, nnz}, column_offsets, rows_of_entries,
                   values, {offset_type, row_type, base, value_type});
  });
}

musparseStatus_t musparseConstCscGet(musparseConstSpMatDescr_t matrix, int64_t* rows, int64_t* cols,
                                     int64_t* nnz, const void** column_offsets,
                                     const void** rows_of_entries, const void** values,
                                     musparseIndexType_t* offset_type,
                                     musparseIndexType_t* row_type, musparseIndexBase_t* base,
                                     musaDataType* value_type) {
  return public_call(__func__, [&] {
    get_compressed(matrix, MUSPARSE_FORMAT_CSC, {rows, cols, nnz}, column_offsets, rows_of_entries,
                   values, {offset_type, row_type, base, value_type});
  });
}

musparseStatus_t musparseCscSetPointers(musparseSpMatDescr_t matrix, void* column_offsets,
                                        void* rows_of_entries, void* values) {
  return public_call(__func__, [&] {
    set_pointers(matrix, MUSPARSE_FORMAT_CSC, {column_offsets, rows_of_entries, values});
  });
}

musparseStatus_t musparseCsrSetStridedBatch(musparseSpMatDescr_t matrix, int count,
                                            int64_t offsets_stride, int64_t entries_stride) {
  return public_call(__func__, [&] {
    set_batch(matrix, MUSPARSE_FORMAT_CSR, {count, offsets_stride, entries_stride, entries_stride});
  });
}

}  // extern "C"
