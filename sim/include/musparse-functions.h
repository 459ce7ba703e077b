// muSPARSE: functions by format, on plain arrays.
#pragma once

#include "internal/element_types.h"
#include "musparse-types.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

// Counts and conversions.
#define MUSPARSE_ROW(P, T, R)                                                                     \
  musparseStatus_t musparse##P##nnz(musparseHandle_t handle, musparseDirection_t dir_a, int m,    \
                                    int n, const musparseMatDescr_t descr_a, const T* a, int lda, \
                                    int* nnz_per_row_col, int* nnz_total_dev_host_ptr);
MUSASIM_SDCZ(MUSPARSE_ROW)
#undef MUSPARSE_ROW

musparseStatus_t musparseXcoo2csr(musparseHandle_t handle, const int* row_indices, int nnz, int m,
                                  int* csr_sorted_row_ptr, musparseIndexBase_t base);
musparseStatus_t musparseXcsr2coo(musparseHandle_t handle, const int* csr_sorted_row_ptr, int nnz,
                                  int m, int* row_indices, musparseIndexBase_t base);
musparseStatus_t musparseCsr2cscEx2_bufferSize(musparseHandle_t handle, int m, int n, int nnz,
                                               const void* csr_val, const int* csr_row_ptr,
                                               const int* columns, void* csc_val, int* csc_col_ptr,
                                               int* rows_of_entries, musaDataType val_type,
                                               musparseAction_t copy_values,
                                               musparseIndexBase_t base, musparseCsr2CscAlg_t alg,
                                               size_t* bytes);
musparseStatus_t musparseCsr2cscEx2(musparseHandle_t handle, int m, int n, int nnz,
                                    const void* csr_val, const int* csr_row_ptr, const int* columns,
                                    void* csc_val, int* csc_col_ptr, int* rows_of_entries,
                                    musaDataType val_type, musparseAction_t copy_values,
                                    musparseIndexBase_t base, musparseCsr2CscAlg_t alg,
                                    void* buffer);
musparseStatus_t musparseXcsr2bsrNnz(musparseHandle_t handle, musparseDirection_t dir_a, int m,
                                     int n, const musparseMatDescr_t descr_a,
                                     const int* csr_sorted_row_ptr_a,
                                     const int* csr_sorted_col_ind_a, int block_dim,
                                     const musparseMatDescr_t descr_c, int* bsr_sorted_row_ptr_c,
                                     int* nnz_total_dev_host_ptr);
#define MUSPARSE_ROW(P, T, R)                                                           \
  musparseStatus_t musparse##P##csr2bsr(                                                \
      musparseHandle_t handle, musparseDirection_t dir_a, int m, int n,                 \
      const musparseMatDescr_t descr_a, const T* csr_sorted_val_a,                      \
      const int* csr_sorted_row_ptr_a, const int* csr_sorted_col_ind_a, int block_dim,  \
      const musparseMatDescr_t descr_c, T* bsr_sorted_val_c, int* bsr_sorted_row_ptr_c, \
      int* bsr_sorted_col_ind_c);                                                       \
  musparseStatus_t musparse##P##bsr2csr(                                                \
      musparseHandle_t handle, musparseDirection_t dir_a, int mb, int nb,               \
      const musparseMatDescr_t descr_a, const T* bsr_sorted_val_a,                      \
      const int* bsr_sorted_row_ptr_a, const int* bsr_sorted_col_ind_a, int block_dim,  \
      const musparseMatDescr_t descr_c, T* csr_sorted_val_c, int* csr_sorted_row_ptr_c, \
      int* csr_sorted_col_ind_c);
MUSASIM_SDCZ(MUSPARSE_ROW)
#undef MUSPARSE_ROW

// Sorting by row or column; the permutation goes along.
musparseStatus_t musparseCreateIdentityPermutation(musparseHandle_t handle, int n, int* p);
musparseStatus_t musparseXcoosort_bufferSizeExt(musparseHandle_t handle, int m, int n, int nnz,
                                                const int* coo_rows_a, const int* coo_cols_a,
                                                size_t* bytes);
musparseStatus_t musparseXcoosortByRow(musparseHandle_t handle, int m, int n, int nnz,
                                       int* coo_rows_a, int* coo_cols_a, int* p, void* buffer);
musparseStatus_t musparseXcoosortByColumn(musparseHandle_t handle, int m, int n, int nnz,
                                          int* coo_rows_a, int* coo_cols_a, int* p, void* buffer);
musparseStatus_t musparseXcsrsort_bufferSizeExt(musparseHandle_t handle, int m, int n, int nnz,
                                                const int* csr_row_ptr_a, const int* csr_col_ind_a,
                                                size_t* bytes);
musparseStatus_t musparseXcsrsort(musparseHandle_t handle, int m, int n, int nnz,
                                  const musparseMatDescr_t descr_a, const int* csr_row_ptr_a,
                                  int* csr_col_ind_a, int* p, void* buffer);
musparseStatus_t musparseXcscsort_bufferSizeExt(musparseHandle_t handle, int m, int n, int nnz,
                                                const int* csc_col_ptr_a, const int* csc_row_ind_a,
                                                size_t* bytes);
musparseStatus_t musparseXcscsort(musparseHandle_t handle, int m, int n, int nnz,
                                  const musparseMatDescr_t descr_a, const int* csc_col_ptr_a,
                                  int* csc_row_ind_a, int* p, void* buffer);

// Sum of two matrices.
#define MUSPARSE_ROW(P, T, R)                                                                      \
  musparseStatus_t musparse##P##csrgeam2_bufferSizeExt(                                            \
      musparseHandle_t handle, int m, int n, const T* alpha, const musparseMatDescr_t descr_a,     \
      int nnz_a, const T* csr_sorted_val_a, const int* csr_sorted_row_ptr_a,                       \
      const int* csr_sorted_col_ind_a, const T* beta, const musparseMatDescr_t descr_b, int nnz_b, \
      const T* csr_sorted_val_b, const int* csr_sorted_row_ptr_b, const int* csr_sorted_col_ind_b, \
      const musparseMatDescr_t descr_c, const T* csr_sorted_val_c,                                 \
      const int* csr_sorted_row_ptr_c, const int* csr_sorted_col_ind_c, size_t* bytes);
MUSASIM_SDCZ(MUSPARSE_ROW)
#undef MUSPARSE_ROW

musparseStatus_t musparseXcsrgeam2Nnz(
    musparseHandle_t handle, int m, int n, const musparseMatDescr_t descr_a, int nnz_a,
    const int* csr_sorted_row_ptr_a, const int* csr_sorted_col_ind_a,
    const musparseMatDescr_t descr_b, int nnz_b, const int* csr_sorted_row_ptr_b,
    const int* csr_sorted_col_ind_b, const musparseMatDescr_t descr_c, int* csr_sorted_row_ptr_c,
    int* nnz_total_dev_host_ptr, void* workspace);
#define MUSPARSE_ROW(P, T, R)                                                                      \
  musparseStatus_t musparse##P##csrgeam2(                                                          \
      musparseHandle_t handle, int m, int n, const T* alpha, const musparseMatDescr_t descr_a,     \
      int nnz_a, const T* csr_sorted_val_a, const int* csr_sorted_row_ptr_a,                       \
      const int* csr_sorted_col_ind_a, const T* beta, const musparseMatDescr_t descr_b, int nnz_b, \
      const T* csr_sorted_val_b, const int* csr_sorted_row_ptr_b, const int* csr_sorted_col_ind_b, \
      const musparseMatDescr_t descr_c, T* csr_sorted_val_c, int* csr_sorted_row_ptr_c,            \
      int* csr_sorted_col_ind_c, void* buffer);
MUSASIM_SDCZ(MUSPARSE_ROW)
#undef MUSPARSE_ROW

// Blocked rows by dense vector or matrix.
#define MUSPARSE_ROW(P, T, R)                                                                      \
  musparseStatus_t musparse##P##bsrmv(                                                             \
      musparseHandle_t handle, musparseDirection_t dir_a, musparseOperation_t trans_a, int mb,     \
      int nb, int nnzb, const T* alpha, const musparseMatDescr_t descr_a,                          \
      const T* bsr_sorted_val_a, const int* bsr_sorted_row_ptr_a, const int* bsr_sorted_col_ind_a, \
      int block_dim, const T* x, const T* beta, T* y);                                             \
  musparseStatus_t musparse##P##bsrmm(                                                             \
      musparseHandle_t handle, musparseDirection_t dir_a, musparseOperation_t trans_a,             \
      musparseOperation_t trans_b, int mb, int n, int kb, int nnzb, const T* alpha,                \
      const musparseMatDescr_t descr_a, const T* bsr_sorted_val_a,                                 \
      const int* bsr_sorted_row_ptr_a, const int* bsr_sorted_col_ind_a, const int block_size,      \
      const T* b, const int ldb, const T* beta, T* c, int ldc);
MUSASIM_SDCZ(MUSPARSE_ROW)
#undef MUSPARSE_ROW

// Triangular systems of blocked rows.
musparseStatus_t musparseCreateBsrsv2Info(bsrsv2Info_t* info);
musparseStatus_t musparseDestroyBsrsv2Info(bsrsv2Info_t info);
musparseStatus_t musparseXbsrsv2_zeroPivot(musparseHandle_t handle, bsrsv2Info_t info,
                                           int* position);
#define MUSPARSE_ROW(P, T, R)                                                                  \
  musparseStatus_t musparse##P##bsrsv2_bufferSize(                                             \
      musparseHandle_t handle, musparseDirection_t dir_a, musparseOperation_t trans_a, int mb, \
      int nnzb, const musparseMatDescr_t descr_a, T* bsr_sorted_val_a,                         \
      const int* bsr_sorted_row_ptr_a, const int* bsr_sorted_col_ind_a, int block_dim,         \
      bsrsv2Info_t info, int* bytes);                                                          \
  musparseStatus_t musparse##P##bsrsv2_analysis(                                               \
      musparseHandle_t handle, musparseDirection_t dir_a, musparseOperation_t trans_a, int mb, \
      int nnzb, const musparseMatDescr_t descr_a, const T* bsr_sorted_val_a,                   \
      const int* bsr_sorted_row_ptr_a, const int* bsr_sorted_col_ind_a, int block_dim,         \
      bsrsv2Info_t info, musparseSolvePolicy_t policy, void* buffer);                          \
  musparseStatus_t musparse##P##bsrsv2_solve(                                                  \
      musparseHandle_t handle, musparseDirection_t dir_a, musparseOperation_t trans_a, int mb, \
      int nnzb, const T* alpha, const musparseMatDescr_t descr_a, const T* bsr_sorted_val_a,   \
      const int* bsr_sorted_row_ptr_a, const int* bsr_sorted_col_ind_a, int block_dim,         \
      bsrsv2Info_t info, const T* f, T* x, musparseSolvePolicy_t policy, void* buffer);
MUSASIM_SDCZ(MUSPARSE_ROW)
#undef MUSPARSE_ROW

musparseStatus_t musparseCreateBsrsm2Info(bsrsm2Info_t* info);
musparseStatus_t musparseDestroyBsrsm2Info(bsrsm2Info_t info);
musparseStatus_t musparseXbsrsm2_zeroPivot(musparseHandle_t handle, bsrsm2Info_t info,
                                           int* position);
#define MUSPARSE_ROW(P, T, R)                                                                      \
  musparseStatus_t musparse##P##bsrsm2_bufferSize(                                                 \
      musparseHandle_t handle, musparseDirection_t dir_a, musparseOperation_t trans_a,             \
      musparseOperation_t trans_xy, int mb, int n, int nnzb, const musparseMatDescr_t descr_a,     \
      T* bsr_sorted_val, const int* bsr_sorted_row_ptr, const int* bsr_sorted_col_ind,             \
      int block_size, bsrsm2Info_t info, int* bytes);                                              \
  musparseStatus_t musparse##P##bsrsm2_analysis(                                                   \
      musparseHandle_t handle, musparseDirection_t dir_a, musparseOperation_t trans_a,             \
      musparseOperation_t trans_xy, int mb, int n, int nnzb, const musparseMatDescr_t descr_a,     \
      const T* bsr_sorted_val, const int* bsr_sorted_row_ptr, const int* bsr_sorted_col_ind,       \
      int block_size, bsrsm2Info_t info, musparseSolvePolicy_t policy, void* buffer);              \
  musparseStatus_t musparse##P##bsrsm2_solve(                                                      \
      musparseHandle_t handle, musparseDirection_t dir_a, musparseOperation_t trans_a,             \
      musparseOperation_t trans_xy, int mb, int n, int nnzb, const T* alpha,                       \
      const musparseMatDescr_t descr_a, const T* bsr_sorted_val, const int* bsr_sorted_row_ptr,    \
      const int* bsr_sorted_col_ind, int block_size, bsrsm2Info_t info, const T* b, int ldb, T* x, \
      int ldx, musparseSolvePolicy_t policy, void* buffer);
MUSASIM_SDCZ(MUSPARSE_ROW)
#undef MUSPARSE_ROW

// Tridiagonal systems.
#define MUSPARSE_ROW(P, T, R)                                                                      \
  musparseStatus_t musparse##P##gtsv2_bufferSizeExt(                                               \
      musparseHandle_t handle, int m, int n, const T* dl, const T* d, const T* du, const T* b,     \
      int ldb, size_t* buffer_size_in_bytes);                                                      \
  musparseStatus_t musparse##P##gtsv2(musparseHandle_t handle, int m, int n, const T* dl,          \
                                      const T* d, const T* du, T* b, int ldb, void* buffer);       \
  musparseStatus_t musparse##P##gtsv2_nopivot_bufferSizeExt(                                       \
      musparseHandle_t handle, int m, int n, const T* dl, const T* d, const T* du, const T* b,     \
      int ldb, size_t* buffer_size_in_bytes);                                                      \
  musparseStatus_t musparse##P##gtsv2_nopivot(musparseHandle_t handle, int m, int n, const T* dl,  \
                                              const T* d, const T* du, T* b, int ldb,              \
                                              void* buffer);                                       \
  musparseStatus_t musparse##P##gtsv2StridedBatch_bufferSizeExt(                                   \
      musparseHandle_t handle, int m, const T* dl, const T* d, const T* du, const T* x, int count, \
      int stride, size_t* buffer_size_in_bytes);                                                   \
  musparseStatus_t musparse##P##gtsv2StridedBatch(musparseHandle_t handle, int m, const T* dl,     \
                                                  const T* d, const T* du, T* x, int count,        \
                                                  int stride, void* buffer);
MUSASIM_SDCZ(MUSPARSE_ROW)
#undef MUSPARSE_ROW

// Incomplete factorizations.
musparseStatus_t musparseCreateCsrilu02Info(csrilu02Info_t* info);
musparseStatus_t musparseDestroyCsrilu02Info(csrilu02Info_t info);
musparseStatus_t musparseXcsrilu02_zeroPivot(musparseHandle_t handle, csrilu02Info_t info,
                                             int* position);
#define MUSPARSE_ROW(P, T, R)                                                                      \
  musparseStatus_t musparse##P##csrilu02_bufferSize(                                               \
      musparseHandle_t handle, int m, int nnz, const musparseMatDescr_t descr_a,                   \
      T* csr_sorted_val_a, const int* csr_sorted_row_ptr_a, const int* csr_sorted_col_ind_a,       \
      csrilu02Info_t info, int* bytes);                                                            \
  musparseStatus_t musparse##P##csrilu02_analysis(                                                 \
      musparseHandle_t handle, int m, int nnz, const musparseMatDescr_t descr_a,                   \
      const T* csr_sorted_val_a, const int* csr_sorted_row_ptr_a, const int* csr_sorted_col_ind_a, \
      csrilu02Info_t info, musparseSolvePolicy_t policy, void* buffer);                            \
  musparseStatus_t musparse##P##csrilu02(                                                          \
      musparseHandle_t handle, int m, int nnz, const musparseMatDescr_t descr_a,                   \
      T* csr_sorted_val_a_val_m, const int* csr_sorted_row_ptr_a, const int* csr_sorted_col_ind_a, \
      csrilu02Info_t info, musparseSolvePolicy_t policy, void* buffer);
MUSASIM_SDCZ(MUSPARSE_ROW)
#undef MUSPARSE_ROW

musparseStatus_t musparseCreateCsric02Info(csric02Info_t* info);
musparseStatus_t musparseDestroyCsric02Info(csric02Info_t info);
musparseStatus_t musparseXcsric02_zeroPivot(musparseHandle_t handle, csric02Info_t info,
                                            int* position);
#define MUSPARSE_ROW(P, T, R)                                                                      \
  musparseStatus_t musparse##P##csric02_bufferSize(                                                \
      musparseHandle_t handle, int m, int nnz, const musparseMatDescr_t descr_a,                   \
      T* csr_sorted_val_a, const int* csr_sorted_row_ptr_a, const int* csr_sorted_col_ind_a,       \
      csric02Info_t info, int* bytes);                                                             \
  musparseStatus_t musparse##P##csric02_analysis(                                                  \
      musparseHandle_t handle, int m, int nnz, const musparseMatDescr_t descr_a,                   \
      const T* csr_sorted_val_a, const int* csr_sorted_row_ptr_a, const int* csr_sorted_col_ind_a, \
      csric02Info_t info, musparseSolvePolicy_t policy, void* buffer);                             \
  musparseStatus_t musparse##P##csric02(                                                           \
      musparseHandle_t handle, int m, int nnz, const musparseMatDescr_t descr_a,                   \
      T* csr_sorted_val_a_val_m, const int* csr_sorted_row_ptr_a, const int* csr_sorted_col_ind_a, \
      csric02Info_t info, musparseSolvePolicy_t policy, void* buffer);
MUSASIM_SDCZ(MUSPARSE_ROW)
#undef MUSPARSE_ROW

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
