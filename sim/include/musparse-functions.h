// muSPARSE: functions by format, on plain arrays.
#pragma once

#include "musparse-types.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

// Counts and conversions.
musparseStatus_t musparseSnnz(musparseHandle_t handle, musparseDirection_t dir_a, int m, int n,
                              const musparseMatDescr_t descr_a, const float* a, int lda,
                              int* nnz_per_row_col, int* nnz_total_dev_host_ptr);
musparseStatus_t musparseDnnz(musparseHandle_t handle, musparseDirection_t dir_a, int m, int n,
                              const musparseMatDescr_t descr_a, const double* a, int lda,
                              int* nnz_per_row_col, int* nnz_total_dev_host_ptr);
musparseStatus_t musparseCnnz(musparseHandle_t handle, musparseDirection_t dir_a, int m, int n,
                              const musparseMatDescr_t descr_a, const muComplex* a, int lda,
                              int* nnz_per_row_col, int* nnz_total_dev_host_ptr);
musparseStatus_t musparseZnnz(musparseHandle_t handle, musparseDirection_t dir_a, int m, int n,
                              const musparseMatDescr_t descr_a, const muDoubleComplex* a, int lda,
                              int* nnz_per_row_col, int* nnz_total_dev_host_ptr);
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
musparseStatus_t musparseScsr2bsr(musparseHandle_t handle, musparseDirection_t dir_a, int m, int n,
                                  const musparseMatDescr_t descr_a, const float* csr_sorted_val_a,
                                  const int* csr_sorted_row_ptr_a, const int* csr_sorted_col_ind_a,
                                  int block_dim, const musparseMatDescr_t descr_c,
                                  float* bsr_sorted_val_c, int* bsr_sorted_row_ptr_c,
                                  int* bsr_sorted_col_ind_c);
musparseStatus_t musparseDcsr2bsr(musparseHandle_t handle, musparseDirection_t dir_a, int m, int n,
                                  const musparseMatDescr_t descr_a, const double* csr_sorted_val_a,
                                  const int* csr_sorted_row_ptr_a, const int* csr_sorted_col_ind_a,
                                  int block_dim, const musparseMatDescr_t descr_c,
                                  double* bsr_sorted_val_c, int* bsr_sorted_row_ptr_c,
                                  int* bsr_sorted_col_ind_c);
musparseStatus_t musparseCcsr2bsr(musparseHandle_t handle, musparseDirection_t dir_a, int m, int n,
                                  const musparseMatDescr_t descr_a,
                                  const muComplex* csr_sorted_val_a,
                                  const int* csr_sorted_row_ptr_a, const int* csr_sorted_col_ind_a,
                                  int block_dim, const musparseMatDescr_t descr_c,
                                  muComplex* bsr_sorted_val_c, int* bsr_sorted_row_ptr_c,
                                  int* bsr_sorted_col_ind_c);
musparseStatus_t musparseZcsr2bsr(musparseHandle_t handle, musparseDirection_t dir_a, int m, int n,
                                  const musparseMatDescr_t descr_a,
                                  const muDoubleComplex* csr_sorted_val_a,
                                  const int* csr_sorted_row_ptr_a, const int* csr_sorted_col_ind_a,
                                  int block_dim, const musparseMatDescr_t descr_c,
                                  muDoubleComplex* bsr_sorted_val_c, int* bsr_sorted_row_ptr_c,
                                  int* bsr_sorted_col_ind_c);
musparseStatus_t musparseSbsr2csr(musparseHandle_t handle, musparseDirection_t dir_a, int mb,
                                  int nb, const musparseMatDescr_t descr_a,
                                  const float* bsr_sorted_val_a, const int* bsr_sorted_row_ptr_a,
                                  const int* bsr_sorted_col_ind_a, int block_dim,
                                  const musparseMatDescr_t descr_c, float* csr_sorted_val_c,
                                  int* csr_sorted_row_ptr_c, int* csr_sorted_col_ind_c);
musparseStatus_t musparseDbsr2csr(musparseHandle_t handle, musparseDirection_t dir_a, int mb,
                                  int nb, const musparseMatDescr_t descr_a,
                                  const double* bsr_sorted_val_a, const int* bsr_sorted_row_ptr_a,
                                  const int* bsr_sorted_col_ind_a, int block_dim,
                                  const musparseMatDescr_t descr_c, double* csr_sorted_val_c,
                                  int* csr_sorted_row_ptr_c, int* csr_sorted_col_ind_c);
musparseStatus_t musparseCbsr2csr(musparseHandle_t handle, musparseDirection_t dir_a, int mb,
                                  int nb, const musparseMatDescr_t descr_a,
                                  const muComplex* bsr_sorted_val_a,
                                  const int* bsr_sorted_row_ptr_a, const int* bsr_sorted_col_ind_a,
                                  int block_dim, const musparseMatDescr_t descr_c,
                                  muComplex* csr_sorted_val_c, int* csr_sorted_row_ptr_c,
                                  int* csr_sorted_col_ind_c);
musparseStatus_t musparseZbsr2csr(musparseHandle_t handle, musparseDirection_t dir_a, int mb,
                                  int nb, const musparseMatDescr_t descr_a,
                                  const muDoubleComplex* bsr_sorted_val_a,
                                  const int* bsr_sorted_row_ptr_a, const int* bsr_sorted_col_ind_a,
                                  int block_dim, const musparseMatDescr_t descr_c,
                                  muDoubleComplex* csr_sorted_val_c, int* csr_sorted_row_ptr_c,
                                  int* csr_sorted_col_ind_c);
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
musparseStatus_t musparseScsrgeam2_bufferSizeExt(
    musparseHandle_t handle, int m, int n, const float* alpha, const musparseMatDescr_t descr_a,
    int nnz_a, const float* csr_sorted_val_a, const int* csr_sorted_row_ptr_a,
    const int* csr_sorted_col_ind_a, const float* beta, const musparseMatDescr_t descr_b, int nnz_b,
    const float* csr_sorted_val_b, const int* csr_sorted_row_ptr_b, const int* csr_sorted_col_ind_b,
    const musparseMatDescr_t descr_c, const float* csr_sorted_val_c,
    const int* csr_sorted_row_ptr_c, const int* csr_sorted_col_ind_c, size_t* bytes);
musparseStatus_t musparseDcsrgeam2_bufferSizeExt(
    musparseHandle_t handle, int m, int n, const double* alpha, const musparseMatDescr_t descr_a,
    int nnz_a, const double* csr_sorted_val_a, const int* csr_sorted_row_ptr_a,
    const int* csr_sorted_col_ind_a, const double* beta, const musparseMatDescr_t descr_b,
    int nnz_b, const double* csr_sorted_val_b, const int* csr_sorted_row_ptr_b,
    const int* csr_sorted_col_ind_b, const musparseMatDescr_t descr_c,
    const double* csr_sorted_val_c, const int* csr_sorted_row_ptr_c,
    const int* csr_sorted_col_ind_c, size_t* bytes);
musparseStatus_t musparseCcsrgeam2_bufferSizeExt(
    musparseHandle_t handle, int m, int n, const muComplex* alpha, const musparseMatDescr_t descr_a,
    int nnz_a, const muComplex* csr_sorted_val_a, const int* csr_sorted_row_ptr_a,
    const int* csr_sorted_col_ind_a, const muComplex* beta, const musparseMatDescr_t descr_b,
    int nnz_b, const muComplex* csr_sorted_val_b, const int* csr_sorted_row_ptr_b,
    const int* csr_sorted_col_ind_b, const musparseMatDescr_t descr_c,
    const muComplex* csr_sorted_val_c, const int* csr_sorted_row_ptr_c,
    const int* csr_sorted_col_ind_c, size_t* bytes);
musparseStatus_t musparseZcsrgeam2_bufferSizeExt(
    musparseHandle_t handle, int m, int n, const muDoubleComplex* alpha,
    const musparseMatDescr_t descr_a, int nnz_a, const muDoubleComplex* csr_sorted_val_a,
    const int* csr_sorted_row_ptr_a, const int* csr_sorted_col_ind_a, const muDoubleComplex* beta,
    const musparseMatDescr_t descr_b, int nnz_b, const muDoubleComplex* csr_sorted_val_b,
    const int* csr_sorted_row_ptr_b, const int* csr_sorted_col_ind_b,
    const musparseMatDescr_t descr_c, const muDoubleComplex* csr_sorted_val_c,
    const int* csr_sorted_row_ptr_c, const int* csr_sorted_col_ind_c, size_t* bytes);
musparseStatus_t musparseXcsrgeam2Nnz(
    musparseHandle_t handle, int m, int n, const musparseMatDescr_t descr_a, int nnz_a,
    const int* csr_sorted_row_ptr_a, const int* csr_sorted_col_ind_a,
    const musparseMatDescr_t descr_b, int nnz_b, const int* csr_sorted_row_ptr_b,
    const int* csr_sorted_col_ind_b, const musparseMatDescr_t descr_c, int* csr_sorted_row_ptr_c,
    int* nnz_total_dev_host_ptr, void* workspace);
musparseStatus_t musparseScsrgeam2(
    musparseHandle_t handle, int m, int n, const float* alpha, const musparseMatDescr_t descr_a,
    int nnz_a, const float* csr_sorted_val_a, const int* csr_sorted_row_ptr_a,
    const int* csr_sorted_col_ind_a, const float* beta, const musparseMatDescr_t descr_b, int nnz_b,
    const float* csr_sorted_val_b, const int* csr_sorted_row_ptr_b, const int* csr_sorted_col_ind_b,
    const musparseMatDescr_t descr_c, float* csr_sorted_val_c, int* csr_sorted_row_ptr_c,
    int* csr_sorted_col_ind_c, void* buffer);
musparseStatus_t musparseDcsrgeam2(
    musparseHandle_t handle, int m, int n, const double* alpha, const musparseMatDescr_t descr_a,
    int nnz_a, const double* csr_sorted_val_a, const int* csr_sorted_row_ptr_a,
    const int* csr_sorted_col_ind_a, const double* beta, const musparseMatDescr_t descr_b,
    int nnz_b, const double* csr_sorted_val_b, const int* csr_sorted_row_ptr_b,
    const int* csr_sorted_col_ind_b, const musparseMatDescr_t descr_c, double* csr_sorted_val_c,
    int* csr_sorted_row_ptr_c, int* csr_sorted_col_ind_c, void* buffer);
musparseStatus_t musparseCcsrgeam2(
    musparseHandle_t handle, int m, int n, const muComplex* alpha, const musparseMatDescr_t descr_a,
    int nnz_a, const muComplex* csr_sorted_val_a, const int* csr_sorted_row_ptr_a,
    const int* csr_sorted_col_ind_a, const muComplex* beta, const musparseMatDescr_t descr_b,
    int nnz_b, const muComplex* csr_sorted_val_b, const int* csr_sorted_row_ptr_b,
    const int* csr_sorted_col_ind_b, const musparseMatDescr_t descr_c, muComplex* csr_sorted_val_c,
    int* csr_sorted_row_ptr_c, int* csr_sorted_col_ind_c, void* buffer);
musparseStatus_t musparseZcsrgeam2(musparseHandle_t handle, int m, int n,
                                   const muDoubleComplex* alpha, const musparseMatDescr_t descr_a,
                                   int nnz_a, const muDoubleComplex* csr_sorted_val_a,
                                   const int* csr_sorted_row_ptr_a, const int* csr_sorted_col_ind_a,
                                   const muDoubleComplex* beta, const musparseMatDescr_t descr_b,
                                   int nnz_b, const muDoubleComplex* csr_sorted_val_b,
                                   const int* csr_sorted_row_ptr_b, const int* csr_sorted_col_ind_b,
                                   const musparseMatDescr_t descr_c,
                                   muDoubleComplex* csr_sorted_val_c, int* csr_sorted_row_ptr_c,
                                   int* csr_sorted_col_ind_c, void* buffer);
// Blocked rows by dense vector or matrix.
musparseStatus_t musparseSbsrmv(musparseHandle_t handle, musparseDirection_t dir_a,
                                musparseOperation_t trans_a, int mb, int nb, int nnzb,
                                const float* alpha, const musparseMatDescr_t descr_a,
                                const float* bsr_sorted_val_a, const int* bsr_sorted_row_ptr_a,
                                const int* bsr_sorted_col_ind_a, int block_dim, const float* x,
                                const float* beta, float* y);
musparseStatus_t musparseDbsrmv(musparseHandle_t handle, musparseDirection_t dir_a,
                                musparseOperation_t trans_a, int mb, int nb, int nnzb,
                                const double* alpha, const musparseMatDescr_t descr_a,
                                const double* bsr_sorted_val_a, const int* bsr_sorted_row_ptr_a,
                                const int* bsr_sorted_col_ind_a, int block_dim, const double* x,
                                const double* beta, double* y);
musparseStatus_t musparseCbsrmv(musparseHandle_t handle, musparseDirection_t dir_a,
                                musparseOperation_t trans_a, int mb, int nb, int nnzb,
                                const muComplex* alpha, const musparseMatDescr_t descr_a,
                                const muComplex* bsr_sorted_val_a, const int* bsr_sorted_row_ptr_a,
                                const int* bsr_sorted_col_ind_a, int block_dim, const muComplex* x,
                                const muComplex* beta, muComplex* y);
musparseStatus_t musparseZbsrmv(musparseHandle_t handle, musparseDirection_t dir_a,
                                musparseOperation_t trans_a, int mb, int nb, int nnzb,
                                const muDoubleComplex* alpha, const musparseMatDescr_t descr_a,
                                const muDoubleComplex* bsr_sorted_val_a,
                                const int* bsr_sorted_row_ptr_a, const int* bsr_sorted_col_ind_a,
                                int block_dim, const muDoubleComplex* x,
                                const muDoubleComplex* beta, muDoubleComplex* y);
musparseStatus_t musparseSbsrmm(musparseHandle_t handle, musparseDirection_t dir_a,
                                musparseOperation_t trans_a, musparseOperation_t trans_b, int mb,
                                int n, int kb, int nnzb, const float* alpha,
                                const musparseMatDescr_t descr_a, const float* bsr_sorted_val_a,
                                const int* bsr_sorted_row_ptr_a, const int* bsr_sorted_col_ind_a,
                                const int block_size, const float* b, const int ldb,
                                const float* beta, float* c, int ldc);
musparseStatus_t musparseDbsrmm(musparseHandle_t handle, musparseDirection_t dir_a,
                                musparseOperation_t trans_a, musparseOperation_t trans_b, int mb,
                                int n, int kb, int nnzb, const double* alpha,
                                const musparseMatDescr_t descr_a, const double* bsr_sorted_val_a,
                                const int* bsr_sorted_row_ptr_a, const int* bsr_sorted_col_ind_a,
                                const int block_size, const double* b, const int ldb,
                                const double* beta, double* c, int ldc);
musparseStatus_t musparseCbsrmm(musparseHandle_t handle, musparseDirection_t dir_a,
                                musparseOperation_t trans_a, musparseOperation_t trans_b, int mb,
                                int n, int kb, int nnzb, const muComplex* alpha,
                                const musparseMatDescr_t descr_a, const muComplex* bsr_sorted_val_a,
                                const int* bsr_sorted_row_ptr_a, const int* bsr_sorted_col_ind_a,
                                const int block_size, const muComplex* b, const int ldb,
                                const muComplex* beta, muComplex* c, int ldc);
musparseStatus_t musparseZbsrmm(musparseHandle_t handle, musparseDirection_t dir_a,
                                musparseOperation_t trans_a, musparseOperation_t trans_b, int mb,
                                int n, int kb, int nnzb, const muDoubleComplex* alpha,
                                const musparseMatDescr_t descr_a,
                                const muDoubleComplex* bsr_sorted_val_a,
                                const int* bsr_sorted_row_ptr_a, const int* bsr_sorted_col_ind_a,
                                const int block_size, const muDoubleComplex* b, const int ldb,
                                const muDoubleComplex* beta, muDoubleComplex* c, int ldc);
// Triangular systems of blocked rows.
musparseStatus_t musparseCreateBsrsv2Info(bsrsv2Info_t* info);
musparseStatus_t musparseDestroyBsrsv2Info(bsrsv2Info_t info);
musparseStatus_t musparseXbsrsv2_zeroPivot(musparseHandle_t handle, bsrsv2Info_t info,
                                           int* position);
musparseStatus_t musparseSbsrsv2_bufferSize(musparseHandle_t handle, musparseDirection_t dir_a,
                                            musparseOperation_t trans_a, int mb, int nnzb,
                                            const musparseMatDescr_t descr_a,
                                            float* bsr_sorted_val_a,
                                            const int* bsr_sorted_row_ptr_a,
                                            const int* bsr_sorted_col_ind_a, int block_dim,
                                            bsrsv2Info_t info, int* bytes);
musparseStatus_t musparseDbsrsv2_bufferSize(musparseHandle_t handle, musparseDirection_t dir_a,
                                            musparseOperation_t trans_a, int mb, int nnzb,
                                            const musparseMatDescr_t descr_a,
                                            double* bsr_sorted_val_a,
                                            const int* bsr_sorted_row_ptr_a,
                                            const int* bsr_sorted_col_ind_a, int block_dim,
                                            bsrsv2Info_t info, int* bytes);
musparseStatus_t musparseCbsrsv2_bufferSize(musparseHandle_t handle, musparseDirection_t dir_a,
                                            musparseOperation_t trans_a, int mb, int nnzb,
                                            const musparseMatDescr_t descr_a,
                                            muComplex* bsr_sorted_val_a,
                                            const int* bsr_sorted_row_ptr_a,
                                            const int* bsr_sorted_col_ind_a, int block_dim,
                                            bsrsv2Info_t info, int* bytes);
musparseStatus_t musparseZbsrsv2_bufferSize(musparseHandle_t handle, musparseDirection_t dir_a,
                                            musparseOperation_t trans_a, int mb, int nnzb,
                                            const musparseMatDescr_t descr_a,
                                            muDoubleComplex* bsr_sorted_val_a,
                                            const int* bsr_sorted_row_ptr_a,
                                            const int* bsr_sorted_col_ind_a, int block_dim,
                                            bsrsv2Info_t info, int* bytes);
musparseStatus_t musparseSbsrsv2_analysis(
    musparseHandle_t handle, musparseDirection_t dir_a, musparseOperation_t trans_a, int mb,
    int nnzb, const musparseMatDescr_t descr_a, const float* bsr_sorted_val_a,
    const int* bsr_sorted_row_ptr_a, const int* bsr_sorted_col_ind_a, int block_dim,
    bsrsv2Info_t info, musparseSolvePolicy_t policy, void* buffer);
musparseStatus_t musparseDbsrsv2_analysis(
    musparseHandle_t handle, musparseDirection_t dir_a, musparseOperation_t trans_a, int mb,
    int nnzb, const musparseMatDescr_t descr_a, const double* bsr_sorted_val_a,
    const int* bsr_sorted_row_ptr_a, const int* bsr_sorted_col_ind_a, int block_dim,
    bsrsv2Info_t info, musparseSolvePolicy_t policy, void* buffer);
musparseStatus_t musparseCbsrsv2_analysis(
    musparseHandle_t handle, musparseDirection_t dir_a, musparseOperation_t trans_a, int mb,
    int nnzb, const musparseMatDescr_t descr_a, const muComplex* bsr_sorted_val_a,
    const int* bsr_sorted_row_ptr_a, const int* bsr_sorted_col_ind_a, int block_dim,
    bsrsv2Info_t info, musparseSolvePolicy_t policy, void* buffer);
musparseStatus_t musparseZbsrsv2_analysis(
    musparseHandle_t handle, musparseDirection_t dir_a, musparseOperation_t trans_a, int mb,
    int nnzb, const musparseMatDescr_t descr_a, const muDoubleComplex* bsr_sorted_val_a,
    const int* bsr_sorted_row_ptr_a, const int* bsr_sorted_col_ind_a, int block_dim,
    bsrsv2Info_t info, musparseSolvePolicy_t policy, void* buffer);
musparseStatus_t musparseSbsrsv2_solve(
    musparseHandle_t handle, musparseDirection_t dir_a, musparseOperation_t trans_a, int mb,
    int nnzb, const float* alpha, const musparseMatDescr_t descr_a, const float* bsr_sorted_val_a,
    const int* bsr_sorted_row_ptr_a, const int* bsr_sorted_col_ind_a, int block_dim,
    bsrsv2Info_t info, const float* f, float* x, musparseSolvePolicy_t policy, void* buffer);
musparseStatus_t musparseDbsrsv2_solve(
    musparseHandle_t handle, musparseDirection_t dir_a, musparseOperation_t trans_a, int mb,
    int nnzb, const double* alpha, const musparseMatDescr_t descr_a, const double* bsr_sorted_val_a,
    const int* bsr_sorted_row_ptr_a, const int* bsr_sorted_col_ind_a, int block_dim,
    bsrsv2Info_t info, const double* f, double* x, musparseSolvePolicy_t policy, void* buffer);
musparseStatus_t musparseCbsrsv2_solve(musparseHandle_t handle, musparseDirection_t dir_a,
                                       musparseOperation_t trans_a, int mb, int nnzb,
                                       const muComplex* alpha, const musparseMatDescr_t descr_a,
                                       const muComplex* bsr_sorted_val_a,
                                       const int* bsr_sorted_row_ptr_a,
                                       const int* bsr_sorted_col_ind_a, int block_dim,
                                       bsrsv2Info_t info, const muComplex* f, muComplex* x,
                                       musparseSolvePolicy_t policy, void* buffer);
musparseStatus_t musparseZbsrsv2_solve(
    musparseHandle_t handle, musparseDirection_t dir_a, musparseOperation_t trans_a, int mb,
    int nnzb, const muDoubleComplex* alpha, const musparseMatDescr_t descr_a,
    const muDoubleComplex* bsr_sorted_val_a, const int* bsr_sorted_row_ptr_a,
    const int* bsr_sorted_col_ind_a, int block_dim, bsrsv2Info_t info, const muDoubleComplex* f,
    muDoubleComplex* x, musparseSolvePolicy_t policy, void* buffer);
musparseStatus_t musparseCreateBsrsm2Info(bsrsm2Info_t* info);
musparseStatus_t musparseDestroyBsrsm2Info(bsrsm2Info_t info);
musparseStatus_t musparseXbsrsm2_zeroPivot(musparseHandle_t handle, bsrsm2Info_t info,
                                           int* position);
musparseStatus_t musparseSbsrsm2_bufferSize(musparseHandle_t handle, musparseDirection_t dir_a,
                                            musparseOperation_t trans_a,
                                            musparseOperation_t trans_xy, int mb, int n, int nnzb,
                                            const musparseMatDescr_t descr_a, float* bsr_sorted_val,
                                            const int* bsr_sorted_row_ptr,
                                            const int* bsr_sorted_col_ind, int block_size,
                                            bsrsm2Info_t info, int* bytes);
musparseStatus_t musparseDbsrsm2_bufferSize(musparseHandle_t handle, musparseDirection_t dir_a,
                                            musparseOperation_t trans_a,
                                            musparseOperation_t trans_xy, int mb, int n, int nnzb,
                                            const musparseMatDescr_t descr_a,
                                            double* bsr_sorted_val, const int* bsr_sorted_row_ptr,
                                            const int* bsr_sorted_col_ind, int block_size,
                                            bsrsm2Info_t info, int* bytes);
musparseStatus_t musparseCbsrsm2_bufferSize(
    musparseHandle_t handle, musparseDirection_t dir_a, musparseOperation_t trans_a,
    musparseOperation_t trans_xy, int mb, int n, int nnzb, const musparseMatDescr_t descr_a,
    muComplex* bsr_sorted_val, const int* bsr_sorted_row_ptr, const int* bsr_sorted_col_ind,
    int block_size, bsrsm2Info_t info, int* bytes);
musparseStatus_t musparseZbsrsm2_bufferSize(
    musparseHandle_t handle, musparseDirection_t dir_a, musparseOperation_t trans_a,
    musparseOperation_t trans_xy, int mb, int n, int nnzb, const musparseMatDescr_t descr_a,
    muDoubleComplex* bsr_sorted_val, const int* bsr_sorted_row_ptr, const int* bsr_sorted_col_ind,
    int block_size, bsrsm2Info_t info, int* bytes);
musparseStatus_t musparseSbsrsm2_analysis(
    musparseHandle_t handle, musparseDirection_t dir_a, musparseOperation_t trans_a,
    musparseOperation_t trans_xy, int mb, int n, int nnzb, const musparseMatDescr_t descr_a,
    const float* bsr_sorted_val, const int* bsr_sorted_row_ptr, const int* bsr_sorted_col_ind,
    int block_size, bsrsm2Info_t info, musparseSolvePolicy_t policy, void* buffer);
musparseStatus_t musparseDbsrsm2_analysis(
    musparseHandle_t handle, musparseDirection_t dir_a, musparseOperation_t trans_a,
    musparseOperation_t trans_xy, int mb, int n, int nnzb, const musparseMatDescr_t descr_a,
    const double* bsr_sorted_val, const int* bsr_sorted_row_ptr, const int* bsr_sorted_col_ind,
    int block_size, bsrsm2Info_t info, musparseSolvePolicy_t policy, void* buffer);
musparseStatus_t musparseCbsrsm2_analysis(
    musparseHandle_t handle, musparseDirection_t dir_a, musparseOperation_t trans_a,
    musparseOperation_t trans_xy, int mb, int n, int nnzb, const musparseMatDescr_t descr_a,
    const muComplex* bsr_sorted_val, const int* bsr_sorted_row_ptr, const int* bsr_sorted_col_ind,
    int block_size, bsrsm2Info_t info, musparseSolvePolicy_t policy, void* buffer);
musparseStatus_t musparseZbsrsm2_analysis(musparseHandle_t handle, musparseDirection_t dir_a,
                                          musparseOperation_t trans_a, musparseOperation_t trans_xy,
                                          int mb, int n, int nnzb, const musparseMatDescr_t descr_a,
                                          const muDoubleComplex* bsr_sorted_val,
                                          const int* bsr_sorted_row_ptr,
                                          const int* bsr_sorted_col_ind, int block_size,
                                          bsrsm2Info_t info, musparseSolvePolicy_t policy,
                                          void* buffer);
musparseStatus_t musparseSbsrsm2_solve(musparseHandle_t handle, musparseDirection_t dir_a,
                                       musparseOperation_t trans_a, musparseOperation_t trans_xy,
                                       int mb, int n, int nnzb, const float* alpha,
                                       const musparseMatDescr_t descr_a,
                                       const float* bsr_sorted_val, const int* bsr_sorted_row_ptr,
                                       const int* bsr_sorted_col_ind, int block_size,
                                       bsrsm2Info_t info, const float* b, int ldb, float* x,
                                       int ldx, musparseSolvePolicy_t policy, void* buffer);
musparseStatus_t musparseDbsrsm2_solve(musparseHandle_t handle, musparseDirection_t dir_a,
                                       musparseOperation_t trans_a, musparseOperation_t trans_xy,
                                       int mb, int n, int nnzb, const double* alpha,
                                       const musparseMatDescr_t descr_a,
                                       const double* bsr_sorted_val, const int* bsr_sorted_row_ptr,
                                       const int* bsr_sorted_col_ind, int block_size,
                                       bsrsm2Info_t info, const double* b, int ldb, double* x,
                                       int ldx, musparseSolvePolicy_t policy, void* buffer);
musparseStatus_t musparseCbsrsm2_solve(
    musparseHandle_t handle, musparseDirection_t dir_a, musparseOperation_t trans_a,
    musparseOperation_t trans_xy, int mb, int n, int nnzb, const muComplex* alpha,
    const musparseMatDescr_t descr_a, const muComplex* bsr_sorted_val,
    const int* bsr_sorted_row_ptr, const int* bsr_sorted_col_ind, int block_size, bsrsm2Info_t info,
    const muComplex* b, int ldb, muComplex* x, int ldx, musparseSolvePolicy_t policy, void* buffer);
musparseStatus_t musparseZbsrsm2_solve(musparseHandle_t handle, musparseDirection_t dir_a,
                                       musparseOperation_t trans_a, musparseOperation_t trans_xy,
                                       int mb, int n, int nnzb, const muDoubleComplex* alpha,
                                       const musparseMatDescr_t descr_a,
                                       const muDoubleComplex* bsr_sorted_val,
                                       const int* bsr_sorted_row_ptr, const int* bsr_sorted_col_ind,
                                       int block_size, bsrsm2Info_t info, const muDoubleComplex* b,
                                       int ldb, muDoubleComplex* x, int ldx,
                                       musparseSolvePolicy_t policy, void* buffer);
// Tridiagonal systems.
musparseStatus_t musparseSgtsv2_bufferSizeExt(musparseHandle_t handle, int m, int n,
                                              const float* dl, const float* d, const float* du,
                                              const float* b, int ldb,
                                              size_t* buffer_size_in_bytes);
musparseStatus_t musparseDgtsv2_bufferSizeExt(musparseHandle_t handle, int m, int n,
                                              const double* dl, const double* d, const double* du,
                                              const double* b, int ldb,
                                              size_t* buffer_size_in_bytes);
musparseStatus_t musparseCgtsv2_bufferSizeExt(musparseHandle_t handle, int m, int n,
                                              const muComplex* dl, const muComplex* d,
                                              const muComplex* du, const muComplex* b, int ldb,
                                              size_t* buffer_size_in_bytes);
musparseStatus_t musparseZgtsv2_bufferSizeExt(musparseHandle_t handle, int m, int n,
                                              const muDoubleComplex* dl, const muDoubleComplex* d,
                                              const muDoubleComplex* du, const muDoubleComplex* b,
                                              int ldb, size_t* buffer_size_in_bytes);
musparseStatus_t musparseSgtsv2(musparseHandle_t handle, int m, int n, const float* dl,
                                const float* d, const float* du, float* b, int ldb, void* buffer);
musparseStatus_t musparseDgtsv2(musparseHandle_t handle, int m, int n, const double* dl,
                                const double* d, const double* du, double* b, int ldb,
                                void* buffer);
musparseStatus_t musparseCgtsv2(musparseHandle_t handle, int m, int n, const muComplex* dl,
                                const muComplex* d, const muComplex* du, muComplex* b, int ldb,
                                void* buffer);
musparseStatus_t musparseZgtsv2(musparseHandle_t handle, int m, int n, const muDoubleComplex* dl,
                                const muDoubleComplex* d, const muDoubleComplex* du,
                                muDoubleComplex* b, int ldb, void* buffer);
musparseStatus_t musparseSgtsv2_nopivot_bufferSizeExt(musparseHandle_t handle, int m, int n,
                                                      const float* dl, const float* d,
                                                      const float* du, const float* b, int ldb,
                                                      size_t* buffer_size_in_bytes);
musparseStatus_t musparseDgtsv2_nopivot_bufferSizeExt(musparseHandle_t handle, int m, int n,
                                                      const double* dl, const double* d,
                                                      const double* du, const double* b, int ldb,
                                                      size_t* buffer_size_in_bytes);
musparseStatus_t musparseCgtsv2_nopivot_bufferSizeExt(musparseHandle_t handle, int m, int n,
                                                      const muComplex* dl, const muComplex* d,
                                                      const muComplex* du, const muComplex* b,
                                                      int ldb, size_t* buffer_size_in_bytes);
musparseStatus_t musparseZgtsv2_nopivot_bufferSizeExt(
    musparseHandle_t handle, int m, int n, const muDoubleComplex* dl, const muDoubleComplex* d,
    const muDoubleComplex* du, const muDoubleComplex* b, int ldb, size_t* buffer_size_in_bytes);
musparseStatus_t musparseSgtsv2_nopivot(musparseHandle_t handle, int m, int n, const float* dl,
                                        const float* d, const float* du, float* b, int ldb,
                                        void* buffer);
musparseStatus_t musparseDgtsv2_nopivot(musparseHandle_t handle, int m, int n, const double* dl,
                                        const double* d, const double* du, double* b, int ldb,
                                        void* buffer);
musparseStatus_t musparseCgtsv2_nopivot(musparseHandle_t handle, int m, int n, const muComplex* dl,
                                        const muComplex* d, const muComplex* du, muComplex* b,
                                        int ldb, void* buffer);
musparseStatus_t musparseZgtsv2_nopivot(musparseHandle_t handle, int m, int n,
                                        const muDoubleComplex* dl, const muDoubleComplex* d,
                                        const muDoubleComplex* du, muDoubleComplex* b, int ldb,
                                        void* buffer);
musparseStatus_t musparseSgtsv2StridedBatch_bufferSizeExt(musparseHandle_t handle, int m,
                                                          const float* dl, const float* d,
                                                          const float* du, const float* x,
                                                          int count, int stride,
                                                          size_t* buffer_size_in_bytes);
musparseStatus_t musparseDgtsv2StridedBatch_bufferSizeExt(musparseHandle_t handle, int m,
                                                          const double* dl, const double* d,
                                                          const double* du, const double* x,
                                                          int count, int stride,
                                                          size_t* buffer_size_in_bytes);
musparseStatus_t musparseCgtsv2StridedBatch_bufferSizeExt(musparseHandle_t handle, int m,
                                                          const muComplex* dl, const muComplex* d,
                                                          const muComplex* du, const muComplex* x,
                                                          int count, int stride,
                                                          size_t* buffer_size_in_bytes);
musparseStatus_t musparseZgtsv2StridedBatch_bufferSizeExt(musparseHandle_t handle, int m,
                                                          const muDoubleComplex* dl,
                                                          const muDoubleComplex* d,
                                                          const muDoubleComplex* du,
                                                          const muDoubleComplex* x, int count,
                                                          int stride, size_t* buffer_size_in_bytes);
musparseStatus_t musparseSgtsv2StridedBatch(musparseHandle_t handle, int m, const float* dl,
                                            const float* d, const float* du, float* x, int count,
                                            int stride, void* buffer);
musparseStatus_t musparseDgtsv2StridedBatch(musparseHandle_t handle, int m, const double* dl,
                                            const double* d, const double* du, double* x, int count,
                                            int stride, void* buffer);
musparseStatus_t musparseCgtsv2StridedBatch(musparseHandle_t handle, int m, const muComplex* dl,
                                            const muComplex* d, const muComplex* du, muComplex* x,
                                            int count, int stride, void* buffer);
musparseStatus_t musparseZgtsv2StridedBatch(musparseHandle_t handle, int m,
                                            const muDoubleComplex* dl, const muDoubleComplex* d,
                                            const muDoubleComplex* du, muDoubleComplex* x,
                                            int count, int stride, void* buffer);
// Incomplete factorizations.
musparseStatus_t musparseCreateCsrilu02Info(csrilu02Info_t* info);
musparseStatus_t musparseDestroyCsrilu02Info(csrilu02Info_t info);
musparseStatus_t musparseXcsrilu02_zeroPivot(musparseHandle_t handle, csrilu02Info_t info,
                                             int* position);
musparseStatus_t musparseScsrilu02_bufferSize(musparseHandle_t handle, int m, int nnz,
                                              const musparseMatDescr_t descr_a,
                                              float* csr_sorted_val_a,
                                              const int* csr_sorted_row_ptr_a,
                                              const int* csr_sorted_col_ind_a, csrilu02Info_t info,
                                              int* bytes);
musparseStatus_t musparseDcsrilu02_bufferSize(musparseHandle_t handle, int m, int nnz,
                                              const musparseMatDescr_t descr_a,
                                              double* csr_sorted_val_a,
                                              const int* csr_sorted_row_ptr_a,
                                              const int* csr_sorted_col_ind_a, csrilu02Info_t info,
                                              int* bytes);
musparseStatus_t musparseCcsrilu02_bufferSize(musparseHandle_t handle, int m, int nnz,
                                              const musparseMatDescr_t descr_a,
                                              muComplex* csr_sorted_val_a,
                                              const int* csr_sorted_row_ptr_a,
                                              const int* csr_sorted_col_ind_a, csrilu02Info_t info,
                                              int* bytes);
musparseStatus_t musparseZcsrilu02_bufferSize(musparseHandle_t handle, int m, int nnz,
                                              const musparseMatDescr_t descr_a,
                                              muDoubleComplex* csr_sorted_val_a,
                                              const int* csr_sorted_row_ptr_a,
                                              const int* csr_sorted_col_ind_a, csrilu02Info_t info,
                                              int* bytes);
musparseStatus_t musparseScsrilu02_analysis(musparseHandle_t handle, int m, int nnz,
                                            const musparseMatDescr_t descr_a,
                                            const float* csr_sorted_val_a,
                                            const int* csr_sorted_row_ptr_a,
                                            const int* csr_sorted_col_ind_a, csrilu02Info_t info,
                                            musparseSolvePolicy_t policy, void* buffer);
musparseStatus_t musparseDcsrilu02_analysis(musparseHandle_t handle, int m, int nnz,
                                            const musparseMatDescr_t descr_a,
                                            const double* csr_sorted_val_a,
                                            const int* csr_sorted_row_ptr_a,
                                            const int* csr_sorted_col_ind_a, csrilu02Info_t info,
                                            musparseSolvePolicy_t policy, void* buffer);
musparseStatus_t musparseCcsrilu02_analysis(musparseHandle_t handle, int m, int nnz,
                                            const musparseMatDescr_t descr_a,
                                            const muComplex* csr_sorted_val_a,
                                            const int* csr_sorted_row_ptr_a,
                                            const int* csr_sorted_col_ind_a, csrilu02Info_t info,
                                            musparseSolvePolicy_t policy, void* buffer);
musparseStatus_t musparseZcsrilu02_analysis(musparseHandle_t handle, int m, int nnz,
                                            const musparseMatDescr_t descr_a,
                                            const muDoubleComplex* csr_sorted_val_a,
                                            const int* csr_sorted_row_ptr_a,
                                            const int* csr_sorted_col_ind_a, csrilu02Info_t info,
                                            musparseSolvePolicy_t policy, void* buffer);
musparseStatus_t musparseScsrilu02(musparseHandle_t handle, int m, int nnz,
                                   const musparseMatDescr_t descr_a, float* csr_sorted_val_a_val_m,
                                   const int* csr_sorted_row_ptr_a, const int* csr_sorted_col_ind_a,
                                   csrilu02Info_t info, musparseSolvePolicy_t policy, void* buffer);
musparseStatus_t musparseDcsrilu02(musparseHandle_t handle, int m, int nnz,
                                   const musparseMatDescr_t descr_a, double* csr_sorted_val_a_val_m,
                                   const int* csr_sorted_row_ptr_a, const int* csr_sorted_col_ind_a,
                                   csrilu02Info_t info, musparseSolvePolicy_t policy, void* buffer);
musparseStatus_t musparseCcsrilu02(musparseHandle_t handle, int m, int nnz,
                                   const musparseMatDescr_t descr_a,
                                   muComplex* csr_sorted_val_a_val_m,
                                   const int* csr_sorted_row_ptr_a, const int* csr_sorted_col_ind_a,
                                   csrilu02Info_t info, musparseSolvePolicy_t policy, void* buffer);
musparseStatus_t musparseZcsrilu02(musparseHandle_t handle, int m, int nnz,
                                   const musparseMatDescr_t descr_a,
                                   muDoubleComplex* csr_sorted_val_a_val_m,
                                   const int* csr_sorted_row_ptr_a, const int* csr_sorted_col_ind_a,
                                   csrilu02Info_t info, musparseSolvePolicy_t policy, void* buffer);
musparseStatus_t musparseCreateCsric02Info(csric02Info_t* info);
musparseStatus_t musparseDestroyCsric02Info(csric02Info_t info);
musparseStatus_t musparseXcsric02_zeroPivot(musparseHandle_t handle, csric02Info_t info,
                                            int* position);
musparseStatus_t musparseScsric02_bufferSize(musparseHandle_t handle, int m, int nnz,
                                             const musparseMatDescr_t descr_a,
                                             float* csr_sorted_val_a,
                                             const int* csr_sorted_row_ptr_a,
                                             const int* csr_sorted_col_ind_a, csric02Info_t info,
                                             int* bytes);
musparseStatus_t musparseDcsric02_bufferSize(musparseHandle_t handle, int m, int nnz,
                                             const musparseMatDescr_t descr_a,
                                             double* csr_sorted_val_a,
                                             const int* csr_sorted_row_ptr_a,
                                             const int* csr_sorted_col_ind_a, csric02Info_t info,
                                             int* bytes);
musparseStatus_t musparseCcsric02_bufferSize(musparseHandle_t handle, int m, int nnz,
                                             const musparseMatDescr_t descr_a,
                                             muComplex* csr_sorted_val_a,
                                             const int* csr_sorted_row_ptr_a,
                                             const int* csr_sorted_col_ind_a, csric02Info_t info,
                                             int* bytes);
musparseStatus_t musparseZcsric02_bufferSize(musparseHandle_t handle, int m, int nnz,
                                             const musparseMatDescr_t descr_a,
                                             muDoubleComplex* csr_sorted_val_a,
                                             const int* csr_sorted_row_ptr_a,
                                             const int* csr_sorted_col_ind_a, csric02Info_t info,
                                             int* bytes);
musparseStatus_t musparseScsric02_analysis(musparseHandle_t handle, int m, int nnz,
                                           const musparseMatDescr_t descr_a,
                                           const float* csr_sorted_val_a,
                                           const int* csr_sorted_row_ptr_a,
                                           const int* csr_sorted_col_ind_a, csric02Info_t info,
                                           musparseSolvePolicy_t policy, void* buffer);
musparseStatus_t musparseDcsric02_analysis(musparseHandle_t handle, int m, int nnz,
                                           const musparseMatDescr_t descr_a,
                                           const double* csr_sorted_val_a,
                                           const int* csr_sorted_row_ptr_a,
                                           const int* csr_sorted_col_ind_a, csric02Info_t info,
                                           musparseSolvePolicy_t policy, void* buffer);
musparseStatus_t musparseCcsric02_analysis(musparseHandle_t handle, int m, int nnz,
                                           const musparseMatDescr_t descr_a,
                                           const muComplex* csr_sorted_val_a,
                                           const int* csr_sorted_row_ptr_a,
                                           const int* csr_sorted_col_ind_a, csric02Info_t info,
                                           musparseSolvePolicy_t policy, void* buffer);
musparseStatus_t musparseZcsric02_analysis(musparseHandle_t handle, int m, int nnz,
                                           const musparseMatDescr_t descr_a,
                                           const muDoubleComplex* csr_sorted_val_a,
                                           const int* csr_sorted_row_ptr_a,
                                           const int* csr_sorted_col_ind_a, csric02Info_t info,
                                           musparseSolvePolicy_t policy, void* buffer);
musparseStatus_t musparseScsric02(musparseHandle_t handle, int m, int nnz,
                                  const musparseMatDescr_t descr_a, float* csr_sorted_val_a_val_m,
                                  const int* csr_sorted_row_ptr_a, const int* csr_sorted_col_ind_a,
                                  csric02Info_t info, musparseSolvePolicy_t policy, void* buffer);
musparseStatus_t musparseDcsric02(musparseHandle_t handle, int m, int nnz,
                                  const musparseMatDescr_t descr_a, double* csr_sorted_val_a_val_m,
                                  const int* csr_sorted_row_ptr_a, const int* csr_sorted_col_ind_a,
                                  csric02Info_t info, musparseSolvePolicy_t policy, void* buffer);
musparseStatus_t musparseCcsric02(musparseHandle_t handle, int m, int nnz,
                                  const musparseMatDescr_t descr_a,
                                  muComplex* csr_sorted_val_a_val_m,
                                  const int* csr_sorted_row_ptr_a, const int* csr_sorted_col_ind_a,
                                  csric02Info_t info, musparseSolvePolicy_t policy, void* buffer);
musparseStatus_t musparseZcsric02(musparseHandle_t handle, int m, int nnz,
                                  const musparseMatDescr_t descr_a,
                                  muDoubleComplex* csr_sorted_val_a_val_m,
                                  const int* csr_sorted_row_ptr_a, const int* csr_sorted_col_ind_a,
                                  csric02Info_t info, musparseSolvePolicy_t policy, void* buffer);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
