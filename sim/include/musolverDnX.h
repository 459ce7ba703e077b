// muSOLVER, dense matrices: the functions with 64-bit sizes and types as arguments.
#pragma once

#include "musolver_common.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

// Parameters.
musolverStatus_t musolverDnCreateParams(musolverDnParams_t* params);
musolverStatus_t musolverDnDestroyParams(musolverDnParams_t params);
musolverStatus_t musolverDnSetAdvOptions(musolverDnParams_t params, musolverDnFunction_t function,
                                         musolverAlgMode_t algo);
// Factorizations and solutions.
musolverStatus_t musolverDnXpotrf_bufferSize(musolverDnHandle_t handle, musolverDnParams_t params,
                                             mublasFillMode_t uplo, int64_t n, musaDataType type_a,
                                             const void* a, int64_t lda, musaDataType compute_type,
                                             size_t* device_bytes, size_t* host_bytes);
musolverStatus_t musolverDnXpotrf(musolverDnHandle_t handle, musolverDnParams_t params,
                                  mublasFillMode_t uplo, int64_t n, musaDataType type_a, void* a,
                                  int64_t lda, musaDataType compute_type, void* device_buffer,
                                  size_t device_bytes, void* host_buffer, size_t host_bytes,
                                  int* info);
musolverStatus_t musolverDnXpotrs(musolverDnHandle_t handle, musolverDnParams_t params,
                                  mublasFillMode_t uplo, int64_t n, int64_t nrhs,
                                  musaDataType type_a, const void* a, int64_t lda,
                                  musaDataType type_b, void* b, int64_t ldb, int* info);
musolverStatus_t musolverDnXgetrf_bufferSize(musolverDnHandle_t handle, musolverDnParams_t params,
                                             int64_t m, int64_t n, musaDataType type_a,
                                             const void* a, int64_t lda, musaDataType compute_type,
                                             size_t* device_bytes, size_t* host_bytes);
musolverStatus_t musolverDnXgetrf(musolverDnHandle_t handle, musolverDnParams_t params, int64_t m,
                                  int64_t n, musaDataType type_a, void* a, int64_t lda,
                                  int64_t* ipiv, musaDataType compute_type, void* device_buffer,
                                  size_t device_bytes, void* host_buffer, size_t host_bytes,
                                  int* info);
musolverStatus_t musolverDnXgetrs(musolverDnHandle_t handle, musolverDnParams_t params,
                                  mublasOperation_t trans, int64_t n, int64_t nrhs,
                                  musaDataType type_a, const void* a, int64_t lda,
                                  const int64_t* ipiv, musaDataType type_b, void* b, int64_t ldb,
                                  int* info);
musolverStatus_t musolverDnXgeqrf_bufferSize(musolverDnHandle_t handle, musolverDnParams_t params,
                                             int64_t m, int64_t n, musaDataType type_a,
                                             const void* a, int64_t lda, musaDataType type_tau,
                                             const void* tau, musaDataType compute_type,
                                             size_t* device_bytes, size_t* host_bytes);
musolverStatus_t musolverDnXgeqrf(musolverDnHandle_t handle, musolverDnParams_t params, int64_t m,
                                  int64_t n, musaDataType type_a, void* a, int64_t lda,
                                  musaDataType type_tau, void* tau, musaDataType compute_type,
                                  void* device_buffer, size_t device_bytes, void* host_buffer,
                                  size_t host_bytes, int* info);
musolverStatus_t musolverDnXtrtri_bufferSize(musolverDnHandle_t handle, mublasFillMode_t uplo,
                                             mublasDiagType_t diag, int64_t n, musaDataType type_a,
                                             void* a, int64_t lda, size_t* device_bytes,
                                             size_t* host_bytes);
musolverStatus_t musolverDnXtrtri(musolverDnHandle_t handle, mublasFillMode_t uplo,
                                  mublasDiagType_t diag, int64_t n, musaDataType type_a, void* a,
                                  int64_t lda, void* device_buffer, size_t device_bytes,
                                  void* host_buffer, size_t host_bytes, int* info);
musolverStatus_t musolverDnXsytrs_bufferSize(musolverDnHandle_t handle, mublasFillMode_t uplo,
                                             int64_t n, int64_t nrhs, musaDataType type_a,
                                             const void* a, int64_t lda, const int64_t* ipiv,
                                             musaDataType type_b, void* b, int64_t ldb,
                                             size_t* device_bytes, size_t* host_bytes);
musolverStatus_t musolverDnXsytrs(musolverDnHandle_t handle, mublasFillMode_t uplo, int64_t n,
                                  int64_t nrhs, musaDataType type_a, const void* a, int64_t lda,
                                  const int64_t* ipiv, musaDataType type_b, void* b, int64_t ldb,
                                  void* device_buffer, size_t device_bytes, void* host_buffer,
                                  size_t host_bytes, int* info);
// Eigenvalues and singular values.
musolverStatus_t musolverDnXsyevd_bufferSize(musolverDnHandle_t handle, musolverDnParams_t params,
                                             musolverEigMode_t jobz, mublasFillMode_t uplo,
                                             int64_t n, musaDataType type_a, const void* a,
                                             int64_t lda, musaDataType type_w, const void* w,
                                             musaDataType compute_type, size_t* device_bytes,
                                             size_t* host_bytes);
musolverStatus_t musolverDnXsyevd(musolverDnHandle_t handle, musolverDnParams_t params,
                                  musolverEigMode_t jobz, mublasFillMode_t uplo, int64_t n,
                                  musaDataType type_a, void* a, int64_t lda, musaDataType type_w,
                                  void* w, musaDataType compute_type, void* device_buffer,
                                  size_t device_bytes, void* host_buffer, size_t host_bytes,
                                  int* info);
musolverStatus_t musolverDnXsyevdx_bufferSize(
    musolverDnHandle_t handle, musolverDnParams_t params, musolverEigMode_t jobz,
    musolverEigRange_t range, mublasFillMode_t uplo, int64_t n, musaDataType type_a, const void* a,
    int64_t lda, void* vl, void* vu, int64_t il, int64_t iu, int64_t* h_meig, musaDataType type_w,
    const void* w, musaDataType compute_type, size_t* device_bytes, size_t* host_bytes);
musolverStatus_t musolverDnXsyevdx(musolverDnHandle_t handle, musolverDnParams_t params,
                                   musolverEigMode_t jobz, musolverEigRange_t range,
                                   mublasFillMode_t uplo, int64_t n, musaDataType type_a, void* a,
                                   int64_t lda, void* vl, void* vu, int64_t il, int64_t iu,
                                   int64_t* meig64, musaDataType type_w, void* w,
                                   musaDataType compute_type, void* device_buffer,
                                   size_t device_bytes, void* host_buffer, size_t host_bytes,
                                   int* info);
musolverStatus_t musolverDnXgesvd_bufferSize(musolverDnHandle_t handle, musolverDnParams_t params,
                                             signed char jobu, signed char jobvt, int64_t m,
                                             int64_t n, musaDataType type_a, const void* a,
                                             int64_t lda, musaDataType type_s, const void* s,
                                             musaDataType type_u, const void* u, int64_t ldu,
                                             musaDataType type_vt, const void* vt, int64_t ldvt,
                                             musaDataType compute_type, size_t* device_bytes,
                                             size_t* host_bytes);
musolverStatus_t musolverDnXgesvd(musolverDnHandle_t handle, musolverDnParams_t params,
                                  signed char jobu, signed char jobvt, int64_t m, int64_t n,
                                  musaDataType type_a, void* a, int64_t lda, musaDataType type_s,
                                  void* s, musaDataType type_u, void* u, int64_t ldu,
                                  musaDataType type_vt, void* vt, int64_t ldvt,
                                  musaDataType compute_type, void* device_buffer,
                                  size_t device_bytes, void* host_buffer, size_t host_bytes,
                                  int* info);
musolverStatus_t musolverDnXgesvdp_bufferSize(musolverDnHandle_t handle, musolverDnParams_t params,
                                              musolverEigMode_t jobz, int econ, int64_t m,
                                              int64_t n, musaDataType type_a, const void* a,
                                              int64_t lda, musaDataType type_s, const void* s,
                                              musaDataType type_u, const void* u, int64_t ldu,
                                              musaDataType type_v, const void* v, int64_t ldv,
                                              musaDataType compute_type, size_t* device_bytes,
                                              size_t* host_bytes);
musolverStatus_t musolverDnXgesvdp(musolverDnHandle_t handle, musolverDnParams_t params,
                                   musolverEigMode_t jobz, int econ, int64_t m, int64_t n,
                                   musaDataType type_a, void* a, int64_t lda, musaDataType type_s,
                                   void* s, musaDataType type_u, void* u, int64_t ldu,
                                   musaDataType type_v, void* v, int64_t ldv,
                                   musaDataType compute_type, void* device_buffer,
                                   size_t device_bytes, void* host_buffer, size_t host_bytes,
                                   int* d_info, double* h_err_sigma);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
