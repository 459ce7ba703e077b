// muSPARSE: the generic functions, on the descriptors of musparse-descriptors.h.
#pragma once

#include "musparse-descriptors.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

// Vectors.
musparseStatus_t musparseAxpby(musparseHandle_t handle, const void* alpha,
                               musparseConstSpVecDescr_t x, const void* beta,
                               musparseDnVecDescr_t y);
musparseStatus_t musparseGather(musparseHandle_t handle, musparseConstDnVecDescr_t y,
                                musparseSpVecDescr_t x);
musparseStatus_t musparseScatter(musparseHandle_t handle, musparseConstSpVecDescr_t x,
                                 musparseDnVecDescr_t y);
musparseStatus_t musparseRot(musparseHandle_t handle, const void* c_coeff, const void* s_coeff,
                             musparseSpVecDescr_t x, musparseDnVecDescr_t y);
musparseStatus_t musparseSpVV_bufferSize(musparseHandle_t handle, musparseOperation_t op_x,
                                         musparseConstSpVecDescr_t x, musparseConstDnVecDescr_t y,
                                         const void* result, musaDataType compute_type,
                                         size_t* bytes);
musparseStatus_t musparseSpVV(musparseHandle_t handle, musparseOperation_t op_x,
                              musparseConstSpVecDescr_t x, musparseConstDnVecDescr_t y,
                              void* result, musaDataType compute_type, void* buffer);
// Conversion between sparse and dense.
musparseStatus_t musparseSparseToDense_bufferSize(musparseHandle_t handle,
                                                  musparseConstSpMatDescr_t a,
                                                  musparseDnMatDescr_t b,
                                                  musparseSparseToDenseAlg_t alg, size_t* bytes);
musparseStatus_t musparseSparseToDense(musparseHandle_t handle, musparseConstSpMatDescr_t a,
                                       musparseDnMatDescr_t b, musparseSparseToDenseAlg_t alg,
                                       void* buffer);
musparseStatus_t musparseDenseToSparse_bufferSize(musparseHandle_t handle,
                                                  musparseConstDnMatDescr_t a,
                                                  musparseSpMatDescr_t b,
                                                  musparseDenseToSparseAlg_t alg, size_t* bytes);
musparseStatus_t musparseDenseToSparse_analysis(musparseHandle_t handle,
                                                musparseConstDnMatDescr_t a, musparseSpMatDescr_t b,
                                                musparseDenseToSparseAlg_t alg, void* buffer);
musparseStatus_t musparseDenseToSparse_convert(musparseHandle_t handle, musparseConstDnMatDescr_t a,
                                               musparseSpMatDescr_t b,
                                               musparseDenseToSparseAlg_t alg, void* buffer);
// Sparse matrix by dense vector or matrix.
musparseStatus_t musparseSpMV(musparseHandle_t handle, musparseOperation_t op_a, const void* alpha,
                              musparseConstSpMatDescr_t a, musparseConstDnVecDescr_t x,
                              const void* beta, musparseDnVecDescr_t y, musaDataType compute_type,
                              musparseSpMVAlg_t alg, void* buffer);
musparseStatus_t musparseSpMV_bufferSize(musparseHandle_t handle, musparseOperation_t op_a,
                                         const void* alpha, musparseConstSpMatDescr_t a,
                                         musparseConstDnVecDescr_t x, const void* beta,
                                         musparseDnVecDescr_t y, musaDataType compute_type,
                                         musparseSpMVAlg_t alg, size_t* bytes);
musparseStatus_t musparseSpMM_bufferSize(musparseHandle_t handle, musparseOperation_t op_a,
                                         musparseOperation_t op_b, const void* alpha,
                                         musparseConstSpMatDescr_t a, musparseConstDnMatDescr_t b,
                                         const void* beta, musparseDnMatDescr_t c,
                                         musaDataType compute_type, musparseSpMMAlg_t alg,
                                         size_t* bytes);
musparseStatus_t musparseSpMM_preprocess(musparseHandle_t handle, musparseOperation_t op_a,
                                         musparseOperation_t op_b, const void* alpha,
                                         musparseConstSpMatDescr_t a, musparseConstDnMatDescr_t b,
                                         const void* beta, musparseDnMatDescr_t c,
                                         musaDataType compute_type, musparseSpMMAlg_t alg,
                                         void* buffer);
musparseStatus_t musparseSpMM(musparseHandle_t handle, musparseOperation_t op_a,
                              musparseOperation_t op_b, const void* alpha,
                              musparseConstSpMatDescr_t a, musparseConstDnMatDescr_t b,
                              const void* beta, musparseDnMatDescr_t c, musaDataType compute_type,
                              musparseSpMMAlg_t alg, void* buffer);
// Products at the places of a sparse matrix.
musparseStatus_t musparseSDDMM_bufferSize(musparseHandle_t handle, musparseOperation_t op_a,
                                          musparseOperation_t op_b, const void* alpha,
                                          musparseConstDnMatDescr_t a, musparseConstDnMatDescr_t b,
                                          const void* beta, musparseSpMatDescr_t c,
                                          musaDataType compute_type, musparseSDDMMAlg_t alg,
                                          size_t* bytes);
musparseStatus_t musparseSDDMM_preprocess(musparseHandle_t handle, musparseOperation_t op_a,
                                          musparseOperation_t op_b, const void* alpha,
                                          musparseConstDnMatDescr_t a, musparseConstDnMatDescr_t b,
                                          const void* beta, musparseSpMatDescr_t c,
                                          musaDataType compute_type, musparseSDDMMAlg_t alg,
                                          void* buffer);
musparseStatus_t musparseSDDMM(musparseHandle_t handle, musparseOperation_t op_a,
                               musparseOperation_t op_b, const void* alpha,
                               musparseConstDnMatDescr_t a, musparseConstDnMatDescr_t b,
                               const void* beta, musparseSpMatDescr_t c, musaDataType compute_type,
                               musparseSDDMMAlg_t alg, void* buffer);
// Triangular systems.
musparseStatus_t musparseSpSV_createDescr(musparseSpSVDescr_t* descr);
musparseStatus_t musparseSpSV_destroyDescr(musparseSpSVDescr_t descr);
musparseStatus_t musparseSpSV_bufferSize(musparseHandle_t handle, musparseOperation_t op_a,
                                         const void* alpha, musparseConstSpMatDescr_t a,
                                         musparseConstDnVecDescr_t x, musparseDnVecDescr_t y,
                                         musaDataType compute_type, musparseSpSVAlg_t alg,
                                         musparseSpSVDescr_t spsv_descr, size_t* bytes);
musparseStatus_t musparseSpSV_analysis(musparseHandle_t handle, musparseOperation_t op_a,
                                       const void* alpha, musparseConstSpMatDescr_t a,
                                       musparseConstDnVecDescr_t x, musparseDnVecDescr_t y,
                                       musaDataType compute_type, musparseSpSVAlg_t alg,
                                       musparseSpSVDescr_t spsv_descr, void* buffer);
musparseStatus_t musparseSpSV_solve(musparseHandle_t handle, musparseOperation_t op_a,
                                    const void* alpha, musparseConstSpMatDescr_t a,
                                    musparseConstDnVecDescr_t x, musparseDnVecDescr_t y,
                                    musaDataType compute_type, musparseSpSVAlg_t alg,
                                    musparseSpSVDescr_t spsv_descr);
musparseStatus_t musparseSpSV_updateMatrix(musparseHandle_t handle, musparseSpSVDescr_t spsv_descr,
                                           void* new_values, musparseSpSVUpdate_t update_part);
musparseStatus_t musparseSpSM_createDescr(musparseSpSMDescr_t* descr);
musparseStatus_t musparseSpSM_destroyDescr(musparseSpSMDescr_t descr);
musparseStatus_t musparseSpSM_bufferSize(musparseHandle_t handle, musparseOperation_t op_a,
                                         musparseOperation_t op_b, const void* alpha,
                                         musparseConstSpMatDescr_t a, musparseConstDnMatDescr_t b,
                                         musparseDnMatDescr_t c, musaDataType compute_type,
                                         musparseSpSMAlg_t alg, musparseSpSMDescr_t spsm_descr,
                                         size_t* bytes);
musparseStatus_t musparseSpSM_analysis(musparseHandle_t handle, musparseOperation_t op_a,
                                       musparseOperation_t op_b, const void* alpha,
                                       musparseConstSpMatDescr_t a, musparseConstDnMatDescr_t b,
                                       musparseDnMatDescr_t c, musaDataType compute_type,
                                       musparseSpSMAlg_t alg, musparseSpSMDescr_t spsm_descr,
                                       void* buffer);
musparseStatus_t musparseSpSM_solve(musparseHandle_t handle, musparseOperation_t op_a,
                                    musparseOperation_t op_b, const void* alpha,
                                    musparseConstSpMatDescr_t a, musparseConstDnMatDescr_t b,
                                    musparseDnMatDescr_t c, musaDataType compute_type,
                                    musparseSpSMAlg_t alg, musparseSpSMDescr_t spsm_descr);
// Sparse by sparse.
musparseStatus_t musparseSpGEMM_createDescr(musparseSpGEMMDescr_t* descr);
musparseStatus_t musparseSpGEMM_destroyDescr(musparseSpGEMMDescr_t descr);
musparseStatus_t musparseSpGEMM_workEstimation(
    musparseHandle_t handle, musparseOperation_t op_a, musparseOperation_t op_b, const void* alpha,
    musparseConstSpMatDescr_t a, musparseConstSpMatDescr_t b, const void* beta,
    musparseSpMatDescr_t c, musaDataType compute_type, musparseSpGEMMAlg_t alg,
    musparseSpGEMMDescr_t spgemm_descr, size_t* buffer_size1, void* external_buffer1);
musparseStatus_t musparseSpGEMM_getNumProducts(musparseSpGEMMDescr_t spgemm_descr,
                                               int64_t* num_prods);
musparseStatus_t musparseSpGEMM_estimateMemory(
    musparseHandle_t handle, musparseOperation_t op_a, musparseOperation_t op_b, const void* alpha,
    musparseConstSpMatDescr_t a, musparseConstSpMatDescr_t b, const void* beta,
    musparseSpMatDescr_t c, musaDataType compute_type, musparseSpGEMMAlg_t alg,
    musparseSpGEMMDescr_t spgemm_descr, float chunk_fraction, size_t* buffer_size3,
    void* external_buffer3, size_t* buffer_size2);
musparseStatus_t musparseSpGEMM_compute(musparseHandle_t handle, musparseOperation_t op_a,
                                        musparseOperation_t op_b, const void* alpha,
                                        musparseConstSpMatDescr_t a, musparseConstSpMatDescr_t b,
                                        const void* beta, musparseSpMatDescr_t c,
                                        musaDataType compute_type, musparseSpGEMMAlg_t alg,
                                        musparseSpGEMMDescr_t spgemm_descr, size_t* buffer_size2,
                                        void* external_buffer2);
musparseStatus_t musparseSpGEMM_copy(musparseHandle_t handle, musparseOperation_t op_a,
                                     musparseOperation_t op_b, const void* alpha,
                                     musparseConstSpMatDescr_t a, musparseConstSpMatDescr_t b,
                                     const void* beta, musparseSpMatDescr_t c,
                                     musaDataType compute_type, musparseSpGEMMAlg_t alg,
                                     musparseSpGEMMDescr_t spgemm_descr);
musparseStatus_t musparseSpGEMMreuse_workEstimation(
    musparseHandle_t handle, musparseOperation_t op_a, musparseOperation_t op_b,
    musparseConstSpMatDescr_t a, musparseConstSpMatDescr_t b, musparseSpMatDescr_t c,
    musparseSpGEMMAlg_t alg, musparseSpGEMMDescr_t spgemm_descr, size_t* buffer_size1,
    void* external_buffer1);
musparseStatus_t musparseSpGEMMreuse_nnz(musparseHandle_t handle, musparseOperation_t op_a,
                                         musparseOperation_t op_b, musparseConstSpMatDescr_t a,
                                         musparseConstSpMatDescr_t b, musparseSpMatDescr_t c,
                                         musparseSpGEMMAlg_t alg,
                                         musparseSpGEMMDescr_t spgemm_descr, size_t* buffer_size2,
                                         void* external_buffer2, size_t* buffer_size3,
                                         void* external_buffer3, size_t* buffer_size4,
                                         void* external_buffer4);
musparseStatus_t musparseSpGEMMreuse_copy(musparseHandle_t handle, musparseOperation_t op_a,
                                          musparseOperation_t op_b, musparseConstSpMatDescr_t a,
                                          musparseConstSpMatDescr_t b, musparseSpMatDescr_t c,
                                          musparseSpGEMMAlg_t alg,
                                          musparseSpGEMMDescr_t spgemm_descr, size_t* buffer_size5,
                                          void* external_buffer5);
musparseStatus_t musparseSpGEMMreuse_compute(musparseHandle_t handle, musparseOperation_t op_a,
                                             musparseOperation_t op_b, const void* alpha,
                                             musparseConstSpMatDescr_t a,
                                             musparseConstSpMatDescr_t b, const void* beta,
                                             musparseSpMatDescr_t c, musaDataType compute_type,
                                             musparseSpGEMMAlg_t alg,
                                             musparseSpGEMMDescr_t spgemm_descr);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
