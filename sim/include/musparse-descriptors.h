// muSPARSE: descriptors of the generic functions: sparse and dense vectors and matrices.
#pragma once

#include "musparse-types.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

// Sparse vectors.
musparseStatus_t musparseCreateSpVec(musparseSpVecDescr_t* vector, int64_t size, int64_t nnz,
                                     void* indices, void* values, musparseIndexType_t index_type,
                                     musparseIndexBase_t base, musaDataType value_type);
musparseStatus_t musparseCreateConstSpVec(musparseConstSpVecDescr_t* vector, int64_t size,
                                          int64_t nnz, const void* indices, const void* values,
                                          musparseIndexType_t index_type, musparseIndexBase_t base,
                                          musaDataType value_type);
musparseStatus_t musparseDestroySpVec(musparseConstSpVecDescr_t vector);
musparseStatus_t musparseSpVecGet(musparseSpVecDescr_t vector, int64_t* size, int64_t* nnz,
                                  void** indices, void** values, musparseIndexType_t* index_type,
                                  musparseIndexBase_t* base, musaDataType* value_type);
musparseStatus_t musparseConstSpVecGet(musparseConstSpVecDescr_t vector, int64_t* size,
                                       int64_t* nnz, const void** indices, const void** values,
                                       musparseIndexType_t* index_type, musparseIndexBase_t* base,
                                       musaDataType* value_type);
musparseStatus_t musparseSpVecGetIndexBase(musparseConstSpVecDescr_t vector,
                                           musparseIndexBase_t* base);
musparseStatus_t musparseSpVecGetValues(musparseSpVecDescr_t vector, void** values);
musparseStatus_t musparseConstSpVecGetValues(musparseConstSpVecDescr_t vector, const void** values);
musparseStatus_t musparseSpVecSetValues(musparseSpVecDescr_t vector, void* values);
// Dense vectors.
musparseStatus_t musparseCreateDnVec(musparseDnVecDescr_t* vector, int64_t size, void* values,
                                     musaDataType value_type);
musparseStatus_t musparseCreateConstDnVec(musparseConstDnVecDescr_t* vector, int64_t size,
                                          const void* values, musaDataType value_type);
musparseStatus_t musparseDestroyDnVec(musparseConstDnVecDescr_t vector);
musparseStatus_t musparseDnVecGet(musparseDnVecDescr_t vector, int64_t* size, void** values,
                                  musaDataType* value_type);
musparseStatus_t musparseConstDnVecGet(musparseConstDnVecDescr_t vector, int64_t* size,
                                       const void** values, musaDataType* value_type);
musparseStatus_t musparseDnVecGetValues(musparseDnVecDescr_t vector, void** values);
musparseStatus_t musparseConstDnVecGetValues(musparseConstDnVecDescr_t vector, const void** values);
musparseStatus_t musparseDnVecSetValues(musparseDnVecDescr_t vector, void* values);
// Sparse matrices of any format.
musparseStatus_t musparseDestroySpMat(musparseConstSpMatDescr_t matrix);
musparseStatus_t musparseSpMatGetFormat(musparseConstSpMatDescr_t matrix, musparseFormat_t* format);
musparseStatus_t musparseSpMatGetIndexBase(musparseConstSpMatDescr_t matrix,
                                           musparseIndexBase_t* base);
musparseStatus_t musparseSpMatGetValues(musparseSpMatDescr_t matrix, void** values);
musparseStatus_t musparseConstSpMatGetValues(musparseConstSpMatDescr_t matrix, const void** values);
musparseStatus_t musparseSpMatSetValues(musparseSpMatDescr_t matrix, void* values);
musparseStatus_t musparseSpMatGetSize(musparseConstSpMatDescr_t matrix, int64_t* rows,
                                      int64_t* cols, int64_t* nnz);
musparseStatus_t musparseSpMatGetStridedBatch(musparseConstSpMatDescr_t matrix, int* count);
musparseStatus_t musparseSpMatGetAttribute(musparseConstSpMatDescr_t matrix,
                                           musparseSpMatAttribute_t attribute, void* data,
                                           size_t data_size);
musparseStatus_t musparseSpMatSetAttribute(musparseSpMatDescr_t matrix,
                                           musparseSpMatAttribute_t attribute, void* data,
                                           size_t data_size);
// By format: compressed rows, compressed columns, blocked rows, coordinates, blocked ELL.
musparseStatus_t musparseCreateCsr(musparseSpMatDescr_t* matrix, int64_t rows, int64_t cols,
                                   int64_t nnz, void* row_offsets, void* columns, void* values,
                                   musparseIndexType_t offset_type, musparseIndexType_t column_type,
                                   musparseIndexBase_t base, musaDataType value_type);
musparseStatus_t musparseCreateConstCsr(musparseConstSpMatDescr_t* matrix, int64_t rows,
                                        int64_t cols, int64_t nnz, const void* row_offsets,
                                        const void* columns, const void* values,
                                        musparseIndexType_t offset_type,
                                        musparseIndexType_t column_type, musparseIndexBase_t base,
                                        musaDataType value_type);
musparseStatus_t musparseCsrGet(musparseSpMatDescr_t matrix, int64_t* rows, int64_t* cols,
                                int64_t* nnz, void** row_offsets, void** columns, void** values,
                                musparseIndexType_t* offset_type, musparseIndexType_t* column_type,
                                musparseIndexBase_t* base, musaDataType* value_type);
musparseStatus_t musparseConstCsrGet(musparseConstSpMatDescr_t matrix, int64_t* rows, int64_t* cols,
                                     int64_t* nnz, const void** row_offsets, const void** columns,
                                     const void** values, musparseIndexType_t* offset_type,
                                     musparseIndexType_t* column_type, musparseIndexBase_t* base,
                                     musaDataType* value_type);
musparseStatus_t musparseCsrSetPointers(musparseSpMatDescr_t matrix, void* row_offsets,
                                        void* columns, void* values);
musparseStatus_t musparseCsrSetStridedBatch(musparseSpMatDescr_t matrix, int count,
                                            int64_t offsets_batch_stride,
                                            int64_t columns_values_batch_stride);
musparseStatus_t musparseCreateCsc(musparseSpMatDescr_t* matrix, int64_t rows, int64_t cols,
                                   int64_t nnz, void* column_offsets, void* rows_of_entries,
                                   void* values, musparseIndexType_t offset_type,
                                   musparseIndexType_t row_type, musparseIndexBase_t base,
                                   musaDataType value_type);
musparseStatus_t musparseCreateConstCsc(musparseConstSpMatDescr_t* matrix, int64_t rows,
                                        int64_t cols, int64_t nnz, const void* column_offsets,
                                        const void* rows_of_entries, const void* values,
                                        musparseIndexType_t offset_type,
                                        musparseIndexType_t row_type, musparseIndexBase_t base,
                                        musaDataType value_type);
musparseStatus_t musparseCscGet(musparseSpMatDescr_t matrix, int64_t* rows, int64_t* cols,
                                int64_t* nnz, void** column_offsets, void** rows_of_entries,
                                void** values, musparseIndexType_t* offset_type,
                                musparseIndexType_t* row_type, musparseIndexBase_t* base,
                                musaDataType* value_type);
musparseStatus_t musparseConstCscGet(musparseConstSpMatDescr_t matrix, int64_t* rows, int64_t* cols,
                                     int64_t* nnz, const void** column_offsets,
                                     const void** rows_of_entries, const void** values,
                                     musparseIndexType_t* offset_type,
                                     musparseIndexType_t* row_type, musparseIndexBase_t* base,
                                     musaDataType* value_type);
musparseStatus_t musparseCscSetPointers(musparseSpMatDescr_t matrix, void* column_offsets,
                                        void* rows_of_entries, void* values);
musparseStatus_t musparseCreateBsr(musparseSpMatDescr_t* matrix, int64_t brows, int64_t bcols,
                                   int64_t bnnz, int64_t row_block_dim, int64_t col_block_dim,
                                   void* bsr_row_offsets, void* bsr_col_ind, void* bsr_values,
                                   musparseIndexType_t bsr_row_offsets_type,
                                   musparseIndexType_t bsr_col_ind_type, musparseIndexBase_t base,
                                   musaDataType value_type, musparseOrder_t order);
musparseStatus_t musparseCreateConstBsr(musparseConstSpMatDescr_t* matrix, int64_t brows,
                                        int64_t bcols, int64_t bnnz, int64_t row_block_dim,
                                        int64_t col_block_dim, const void* bsr_row_offsets,
                                        const void* bsr_col_ind, const void* bsr_values,
                                        musparseIndexType_t bsr_row_offsets_type,
                                        musparseIndexType_t bsr_col_ind_type,
                                        musparseIndexBase_t base, musaDataType value_type,
                                        musparseOrder_t order);
musparseStatus_t musparseBsrSetStridedBatch(musparseSpMatDescr_t matrix, int count,
                                            int64_t offsets_batch_stride,
                                            int64_t columns_values_batch_stride,
                                            int64_t values_batch_stride);
musparseStatus_t musparseCreateCoo(musparseSpMatDescr_t* matrix, int64_t rows, int64_t cols,
                                   int64_t nnz, void* row_indices, void* column_indices,
                                   void* values, musparseIndexType_t index_type,
                                   musparseIndexBase_t base, musaDataType value_type);
musparseStatus_t musparseCreateConstCoo(musparseConstSpMatDescr_t* matrix, int64_t rows,
                                        int64_t cols, int64_t nnz, const void* row_indices,
                                        const void* column_indices, const void* values,
                                        musparseIndexType_t index_type, musparseIndexBase_t base,
                                        musaDataType value_type);
musparseStatus_t musparseCooGet(musparseSpMatDescr_t matrix, int64_t* rows, int64_t* cols,
                                int64_t* nnz, void** row_indices, void** column_indices,
                                void** values, musparseIndexType_t* index_type,
                                musparseIndexBase_t* base, musaDataType* value_type);
musparseStatus_t musparseConstCooGet(musparseConstSpMatDescr_t matrix, int64_t* rows, int64_t* cols,
                                     int64_t* nnz, const void** row_indices,
                                     const void** column_indices, const void** values,
                                     musparseIndexType_t* index_type, musparseIndexBase_t* base,
                                     musaDataType* value_type);
musparseStatus_t musparseCooSetPointers(musparseSpMatDescr_t matrix, void* row_indices,
                                        void* column_indices, void* values);
musparseStatus_t musparseCooSetStridedBatch(musparseSpMatDescr_t matrix, int count, int64_t stride);
musparseStatus_t musparseCreateBlockedEll(musparseSpMatDescr_t* matrix, int64_t rows, int64_t cols,
                                          int64_t ell_block_size, int64_t ell_cols,
                                          void* ell_col_ind, void* ell_value,
                                          musparseIndexType_t ell_idx_type,
                                          musparseIndexBase_t base, musaDataType value_type);
musparseStatus_t musparseCreateConstBlockedEll(musparseConstSpMatDescr_t* matrix, int64_t rows,
                                               int64_t cols, int64_t ell_block_size,
                                               int64_t ell_cols, const void* ell_col_ind,
                                               const void* ell_value,
                                               musparseIndexType_t ell_idx_type,
                                               musparseIndexBase_t base, musaDataType value_type);
musparseStatus_t musparseBlockedEllGet(musparseSpMatDescr_t matrix, int64_t* rows, int64_t* cols,
                                       int64_t* ell_block_size, int64_t* ell_cols,
                                       void** ell_col_ind, void** ell_value,
                                       musparseIndexType_t* ell_idx_type, musparseIndexBase_t* base,
                                       musaDataType* value_type);
musparseStatus_t musparseConstBlockedEllGet(musparseConstSpMatDescr_t matrix, int64_t* rows,
                                            int64_t* cols, int64_t* ell_block_size,
                                            int64_t* ell_cols, const void** ell_col_ind,
                                            const void** ell_value,
                                            musparseIndexType_t* ell_idx_type,
                                            musparseIndexBase_t* base, musaDataType* value_type);
musparseStatus_t musparseCreateSlicedEll(musparseSpMatDescr_t* matrix, int64_t rows, int64_t cols,
                                         int64_t nnz, int64_t sell_values_size, int64_t slice_size,
                                         void* sell_slice_offsets, void* sell_col_ind,
                                         void* sell_values,
                                         musparseIndexType_t sell_slice_offsets_type,
                                         musparseIndexType_t sell_col_ind_type,
                                         musparseIndexBase_t base, musaDataType value_type);
musparseStatus_t musparseCreateConstSlicedEll(musparseConstSpMatDescr_t* matrix, int64_t rows,
                                              int64_t cols, int64_t nnz, int64_t sell_values_size,
                                              int64_t slice_size, const void* sell_slice_offsets,
                                              const void* sell_col_ind, const void* sell_values,
                                              musparseIndexType_t sell_slice_offsets_type,
                                              musparseIndexType_t sell_col_ind_type,
                                              musparseIndexBase_t base, musaDataType value_type);
// Dense matrices.
musparseStatus_t musparseCreateDnMat(musparseDnMatDescr_t* matrix, int64_t rows, int64_t cols,
                                     int64_t ld, void* values, musaDataType value_type,
                                     musparseOrder_t order);
musparseStatus_t musparseCreateConstDnMat(musparseConstDnMatDescr_t* matrix, int64_t rows,
                                          int64_t cols, int64_t ld, const void* values,
                                          musaDataType value_type, musparseOrder_t order);
musparseStatus_t musparseDestroyDnMat(musparseConstDnMatDescr_t matrix);
musparseStatus_t musparseDnMatGet(musparseDnMatDescr_t matrix, int64_t* rows, int64_t* cols,
                                  int64_t* ld, void** values, musaDataType* type,
                                  musparseOrder_t* order);
musparseStatus_t musparseConstDnMatGet(musparseConstDnMatDescr_t matrix, int64_t* rows,
                                       int64_t* cols, int64_t* ld, const void** values,
                                       musaDataType* type, musparseOrder_t* order);
musparseStatus_t musparseDnMatGetValues(musparseDnMatDescr_t matrix, void** values);
musparseStatus_t musparseConstDnMatGetValues(musparseConstDnMatDescr_t matrix, const void** values);
musparseStatus_t musparseDnMatSetValues(musparseDnMatDescr_t matrix, void* values);
musparseStatus_t musparseDnMatSetStridedBatch(musparseDnMatDescr_t matrix, int count,
                                              int64_t stride);
musparseStatus_t musparseDnMatGetStridedBatch(musparseConstDnMatDescr_t matrix, int* count,
                                              int64_t* stride);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
