// LU factorization by type: getrf, getrs, laswp.
#include "musolver/lu.h"

using namespace musasim::musolver;

namespace {

template <class T>
musolverStatus_t factor(const char* name, musolverDnHandle_t handle, int m, int n, void* a, int lda,
                        int* ipiv, int* info) {
  return public_call(name, handle, [&](musaStream_t stream) {
    require(n >= 0);
    check_matrix(a, m, n, lda);
    submit(stream, name, info, [=] { return getrf_any(m, n, at<T>(a), lda, backing(ipiv)); });
  });
}

template <class T>
musolverStatus_t solve(const char* name, musolverDnHandle_t handle, mublasOperation_t trans, int n,
                       int nrhs, const void* a, int lda, const int* ipiv, void* b, int ldb,
                       int* info) {
  return public_call(name, handle, [&](musaStream_t stream) {
    check_operation(trans);
    check_matrix(a, n, n, lda);
    check_matrix(b, n, nrhs, ldb);
    submit(stream, name, info, [=] {
      return getrs_any(letter(trans), n, nrhs, at<const T>(a), lda, at<const int>(ipiv), at<T>(b),
                       ldb);
    });
  });
}

template <class T>
musolverStatus_t exchange(const char* name, musolverDnHandle_t handle, int n, void* a, int lda,
                          int first, int last, const int* ipiv, int step) {
  return public_call(name, handle, [&](musaStream_t stream) {
    require_pointers(a, ipiv);
    require(n >= 0 && lda >= 1 && first >= 1 && last >= first && step != 0);
    submit(stream, name, nullptr, [=] {
      laswp(n, at<T>(a), lda, first, last, at<const int>(ipiv), step);
      return 0;
    });
  });
}

musolverStatus_t buffer_size(const char* name, musolverDnHandle_t handle, int m, int n,
                             const void* a, int lda, int* lwork) {
  return public_call(name, handle, [&](musaStream_t) {
    check_matrix(a, m, n, lda);
    answer_size(lwork, int64_t{32} * std::max(m, n));
  });
}

}  // namespace

extern "C" {

#define DEFINE_LU(P, T, R)                                                                         \
  musolverStatus_t musolverDn##P##getrf_bufferSize(musolverDnHandle_t handle, int m, int n, T* a,  \
                                                   int lda, int* lwork) {                          \
    return buffer_size(__func__, handle, m, n, a, lda, lwork);                                     \
  }                                                                                                \
  musolverStatus_t musolverDn##P##getrf(musolverDnHandle_t handle, int m, int n, T* a, int lda,    \
                                        T*, int* ipiv, int* info) {                                \
    return factor<Computed<T>>(__func__, handle, m, n, a, lda, ipiv, info);                        \
  }                                                                                                \
  musolverStatus_t musolverDn##P##getrs(musolverDnHandle_t handle, mublasOperation_t trans, int n, \
                                        int nrhs, const T* a, int lda, const int* ipiv, T* b,      \
                                        int ldb, int* info) {                                      \
    return solve<Computed<T>>(__func__, handle, trans, n, nrhs, a, lda, ipiv, b, ldb, info);       \
  }                                                                                                \
  musolverStatus_t musolverDn##P##laswp(musolverDnHandle_t handle, int n, T* a, int lda, int k1,   \
                                        int k2, const int* ipiv, int incx) {                       \
    return exchange<Computed<T>>(__func__, handle, n, a, lda, k1, k2, ipiv, incx);                 \
  }
MUSASIM_SDCZ(DEFINE_LU)

}  // extern "C"
