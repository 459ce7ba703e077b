// QR factorization by type: geqrf; orgqr and ormqr, ungqr and unmqr.
#include "musolver/call.h"

using namespace musasim::musolver;

namespace {

template <class T>
musolverStatus_t factor(const char* name, musolverDnHandle_t handle, int m, int n, void* a, int lda,
                        void* tau, int* info) {
  return public_call(name, handle, [&](musaStream_t stream) {
    check_matrix(a, m, n, lda);
    require(tau != nullptr || std::min(m, n) == 0);
    submit(stream, name, info, [=] { return geqrf(m, n, at<T>(a), lda, at<T>(tau)); });
  });
}

template <class T>
musolverStatus_t make_q(const char* name, musolverDnHandle_t handle, int m, int n, int k, void* a,
                        int lda, const void* tau, int* info) {
  return public_call(name, handle, [&](musaStream_t stream) {
    check_matrix(a, m, n, lda);
    require(m >= n && n >= k && k >= 0 && (tau != nullptr || k == 0));
    submit(stream, name, info, [=] { return orgqr_of(m, n, k, at<T>(a), lda, at<const T>(tau)); });
  });
}

void check_product(mublasSideMode_t side, mublasOperation_t trans, int m, int n, int k,
                   const void* a, int lda, const void* c, int ldc) {
  require(side == MUBLAS_SIDE_LEFT || side == MUBLAS_SIDE_RIGHT);
  check_operation(trans);
  const int order = side == MUBLAS_SIDE_LEFT ? m : n;
  require(k >= 0 && k <= order);
  check_matrix(a, order, k, lda);
  check_matrix(c, m, n, ldc);
}

template <class T>
musolverStatus_t apply_q(const char* name, musolverDnHandle_t handle, mublasSideMode_t side,
                         mublasOperation_t trans, int m, int n, int k, const void* a, int lda,
                         const void* tau, void* c, int ldc, int* info) {
  return public_call(name, handle, [&](musaStream_t stream) {
    check_product(side, trans, m, n, k, a, lda, c, ldc);
    require(tau != nullptr || k == 0);
    // LAPACK knows T for real matrices and C for complex ones only; for real ones both mean the same.
    require(!kIsComplex<T> || trans != MUBLAS_OP_T);
    const char op = trans == MUBLAS_OP_N ? 'N' : kIsComplex<T> ? 'C' : 'T';
    submit(stream, name, info, [=] {
      return ormqr_of(letter(side), op, m, n, k, at<const T>(a), lda, at<const T>(tau), at<T>(c),
                      ldc);
    });
  });
}

musolverStatus_t size_of(const char* name, musolverDnHandle_t handle, const void* a, int m, int n,
                         int lda, int* lwork) {
  return public_call(name, handle, [&](musaStream_t) {
    check_matrix(a, m, n, lda);
    answer_size(lwork, int64_t{32} * n);
  });
}

}  // namespace

extern "C" {

#define DEFINE_QR(P, T, R)                                                                        \
  musolverStatus_t musolverDn##P##geqrf_bufferSize(musolverDnHandle_t handle, int m, int n, T* a, \
                                                   int lda, int* lwork) {                         \
    return size_of(__func__, handle, a, m, n, lda, lwork);                                        \
  }                                                                                               \
  musolverStatus_t musolverDn##P##geqrf(musolverDnHandle_t handle, int m, int n, T* a, int lda,   \
                                        T* tau, T*, int, int* info) {                             \
    return factor<Computed<T>>(__func__, handle, m, n, a, lda, tau, info);                        \
  }
MUSASIM_SDCZ(DEFINE_QR)

#define DEFINE_MAKE(name, T, R)                                                                    \
  musolverStatus_t musolverDn##name##_bufferSize(musolverDnHandle_t handle, int m, int n, int,     \
                                                 const T* a, int lda, const T*, int* lwork) {      \
    return size_of(__func__, handle, a, m, n, lda, lwork);                                         \
  }                                                                                                \
  musolverStatus_t musolverDn##name(musolverDnHandle_t handle, int m, int n, int k, T* a, int lda, \
                                    const T* tau, T*, int, int* info) {                            \
    return make_q<Computed<T>>(__func__, handle, m, n, k, a, lda, tau, info);                      \
  }
MUSASIM_SDCZ_NAMES(DEFINE_MAKE, orgqr, ungqr)

#define DEFINE_APPLY(name, T, R)                                                                \
  musolverStatus_t musolverDn##name##_bufferSize(                                               \
      musolverDnHandle_t handle, mublasSideMode_t side, mublasOperation_t trans, int m, int n,  \
      int k, const T* a, int lda, const T*, const T* c, int ldc, int* lwork) {                  \
    return public_call(__func__, handle, [&](musaStream_t) {                                    \
      check_product(side, trans, m, n, k, a, lda, c, ldc);                                      \
      answer_size(lwork, int64_t{32} * std::max(m, n));                                         \
    });                                                                                         \
  }                                                                                             \
  musolverStatus_t musolverDn##name(musolverDnHandle_t handle, mublasSideMode_t side,           \
                                    mublasOperation_t trans, int m, int n, int k, const T* a,   \
                                    int lda, const T* tau, T* c, int ldc, T*, int, int* info) { \
    return apply_q<Computed<T>>(__func__, handle, side, trans, m, n, k, a, lda, tau, c, ldc,    \
                                info);                                                          \
  }
MUSASIM_SDCZ_NAMES(DEFINE_APPLY, ormqr, unmqr)

}  // extern "C"
