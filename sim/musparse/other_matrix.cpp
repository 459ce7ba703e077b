// Descriptors of sparse matrices in coordinates, and of blocks.
#include "musparse/call.h"
#include "musparse/sparse_matrix.h"

using namespace musasim::musparse;

extern "C" {

musparseStatus_t musparseCreateCoo(musparseSpMatDescr_t* matrix, int64_t rows, int64_t cols,
                                   int64_t nnz, void* row_indices, void* column_indices,
                                   void* values, musparseIndexType_t index_type,
                                   musparseIndexBase_t base, musaDataType value_type) {
  return public_call(__func__, [&] {
    make_compressed(matrix, MUSPARSE_FORMAT_COO, {rows, cols, nnz},
                    {row_indices, column_indices, values},
                    {index_type, index_type, base, value_type});
  });
}

musparseStatus_t musparseCreateConstCoo(musparseConstSpMatDescr_t* matrix, int64_t rows,
                                        int64_t cols, int64_t nnz, const void* row_indices,
                                        const void* column_indices, const void* values,
                                        musparseIndexType_t index_type, musparseIndexBase_t base,
                                        musaDataType value_type) {
  return public_call(__func__, [&] {
    make_compressed(matrix, MUSPARSE_FORMAT_COO, {rows, cols, nnz},
                    {row_indices, column_indices, values},
                    {index_type, index_type, base, value_type});
  });
}

musparseStatus_t musparseCooGet(musparseSpMatDescr_t matrix, int64_t* rows, int64_t* cols,
                                int64_t* nnz, void** row_indices, void** column_indices,
                                void** values, musparseIndexType_t* index_type,
                                musparseIndexBase_t* base, musaDataType* value_type) {
  return public_call(__func__, [&] {
    get_compressed(matrix, MUSPARSE_FORMAT_COO, {rows, cols, nnz}, row_indices, column_indices,
                   values, {index_type, index_type, base, value_type});
  });
}

musparseStatus_t musparseConstCooGet(musparseConstSpMatDescr_t matrix, int64_t* rows, int64_t* cols,
                                     int64_t* nnz, const void** row_indices,
                                     const void** column_indices, const void** values,
                                     musparseIndexType_t* index_type, musparseIndexBase_t* base,
                                     musaDataType* value_type) {
  return public_call(__func__, [&] {
    get_compressed(matrix, MUSPARSE_FORMAT_COO, {rows, cols, nnz}, row_indices, column_indices,
                   values, {index_type, index_type, base, value_type});
  });
}

musparseStatus_t musparseCooSetPointers(musparseSpMatDescr_t matrix, void* row_indices,
                                        void* column_indices, void* values) {
  return public_call(__func__, [&] {
    set_pointers(matrix, MUSPARSE_FORMAT_COO, {row_indices, column_indices, values});
  });
}

musparseStatus_t musparseCooSetStridedBatch(musparseSpMatDescr_t matrix, int count,
                                            int64_t stride) {
  return public_call(
      __func__, [&] { set_batch(matrix, MUSPARSE_FORMAT_COO, {count, stride, stride, stride}); });
}

musparseStatus_t musparseCreateBsr(musparseSpMatDescr_t* matrix, int64_t block_rows,
                                   int64_t block_cols, int64_t blocks, int64_t rows_of_block,
                                   int64_t cols_of_block, void* row_offsets, void* columns,
                                   void* values, musparseIndexType_t offset_type,
                                   musparseIndexType_t column_type, musparseIndexBase_t base,
                                   musaDataType value_type, musparseOrder_t order) {
  return public_call(__func__, [&] {
    make_blocked(matrix, {block_rows, block_cols, blocks}, {rows_of_block, cols_of_block, order},
                 {row_offsets, columns, values}, {offset_type, column_type, base, value_type});
  });
}

musparseStatus_t musparseCreateConstBsr(musparseConstSpMatDescr_t* matrix, int64_t block_rows,
                                        int64_t block_cols, int64_t blocks, int64_t rows_of_block,
                                        int64_t cols_of_block, const void* row_offsets,
                                        const void* columns, const void* values,
                                        musparseIndexType_t offset_type,
                                        musparseIndexType_t column_type, musparseIndexBase_t base,
                                        musaDataType value_type, musparseOrder_t order) {
  return public_call(__func__, [&] {
    make_blocked(matrix, {block_rows, block_cols, blocks}, {rows_of_block, cols_of_block, order},
                 {row_offsets, columns, values}, {offset_type, column_type, base, value_type});
  });
}

musparseStatus_t musparseBsrSetStridedBatch(musparseSpMatDescr_t matrix, int count,
                                            int64_t offsets_stride, int64_t columns_stride,
                                            int64_t values_stride) {
  return public_call(__func__, [&] {
    set_batch(matrix, MUSPARSE_FORMAT_BSR, {count, offsets_stride, columns_stride, values_stride});
  });
}

musparseStatus_t musparseCreateBlockedEll(musparseSpMatDescr_t* matrix, int64_t rows, int64_t cols,
                                          int64_t block_size, int64_t ell_cols, void* columns,
                                          void* values, musparseIndexType_t index_type,
                                          musparseIndexBase_t base, musaDataType value_type) {
  return public_call(__func__, [&] {
    make_ell(matrix, {rows, cols, ell_cols}, block_size, {nullptr, columns, values},
             {index_type, index_type, base, value_type});
  });
}

musparseStatus_t musparseCreateConstBlockedEll(musparseConstSpMatDescr_t* matrix, int64_t rows,
                                               int64_t cols, int64_t block_size, int64_t ell_cols,
                                               const void* columns, const void* values,
                                               musparseIndexType_t index_type,
                                               musparseIndexBase_t base, musaDataType value_type) {
  return public_call(__func__, [&] {
    make_ell(matrix, {rows, cols, ell_cols}, block_size, {nullptr, columns, values},
             {index_type, index_type, base, value_type});
  });
}

musparseStatus_t musparseBlockedEllGet(musparseSpMatDescr_t matrix, int64_t* rows, int64_t* cols,
                                       int64_t* block_size, int64_t* ell_cols, void** columns,
                                       void** values, musparseIndexType_t* index_type,
                                       musparseIndexBase_t* base, musaDataType* value_type) {
  return public_call(__func__, [&] {
    get_ell(matrix, {rows, cols, ell_cols}, block_size, columns, values,
            {index_type, index_type, base, value_type});
  });
}

musparseStatus_t musparseConstBlockedEllGet(musparseConstSpMatDescr_t matrix, int64_t* rows,
                                            int64_t* cols, int64_t* block_size, int64_t* ell_cols,
                                            const void** columns, const void** values,
                                            musparseIndexType_t* index_type,
                                            musparseIndexBase_t* base, musaDataType* value_type) {
  return public_call(__func__, [&] {
    get_ell(matrix, {rows, cols, ell_cols}, block_size, columns, values,
            {index_type, index_type, base, value_type});
  });
}

musparseStatus_t musparseCreateSlicedEll(musparseSpMatDescr_t*, int64_t, int64_t, int64_t, int64_t,
                                         int64_t, void*, void*, void*, musparseIndexType_t,
                                         musparseIndexType_t, musparseIndexBase_t, musaDataType) {
  return public_call(__func__, [] { return MUSPARSE_STATUS_NOT_SUPPORTED; });
}

musparseStatus_t musparseCreateConstSlicedEll(musparseConstSpMatDescr_t*, int64_t, int64_t, int64_t,
                                              int64_t, int64_t, const void*, const void*,
                                              const void*, musparseIndexType_t, musparseIndexType_t,
                                              musparseIndexBase_t, musaDataType) {
  return public_call(__func__, [] { return MUSPARSE_STATUS_NOT_SUPPORTED; });
}

}  // extern "C"
