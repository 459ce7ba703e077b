// Factorization of symmetric matrices that are not definite, by type: sytrf.
#include "musolver/call.h"

using namespace musasim::musolver;

namespace {

template <class T>
musolverStatus_t factor(const char* name, musolverDnHandle_t handle, mublasFillMode_t uplo, int n,
                        void* a, int lda, int* ipiv, int* info) {
  return public_call(name, handle, [&](musaStream_t stream) {
    check_fill(uplo);
    check_matrix(a, n, n, lda);
    require(ipiv != nullptr || n == 0);
    submit(stream, name, info,
           [=] { return sytrf(letter(uplo), n, at<T>(a), lda, backing(ipiv)); });
  });
}

}  // namespace

extern "C" {

#define DEFINE_INDEFINITE(P, T, R)                                                               \
  musolverStatus_t musolverDn##P##sytrf_bufferSize(musolverDnHandle_t handle, int n, T* a,       \
                                                   int lda, int* lwork) {                        \
    return public_call(__func__, handle, [&](musaStream_t) {                                     \
      check_matrix(a, n, n, lda);                                                                \
      answer_size(lwork, int64_t{32} * n);                                                       \
    });                                                                                          \
  }                                                                                              \
  musolverStatus_t musolverDn##P##sytrf(musolverDnHandle_t handle, mublasFillMode_t uplo, int n, \
                                        T* a, int lda, int* ipiv, T*, int, int* info) {          \
    return factor<Computed<T>>(__func__, handle, uplo, n, a, lda, ipiv, info);                   \
  }
MUSASIM_SDCZ(DEFINE_INDEFINITE)

}  // extern "C"
