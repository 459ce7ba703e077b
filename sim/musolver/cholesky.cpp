// Cholesky factorization: potrf, potrs, potri, and potrf and potrs of several matrices.
#include "musolver/call.h"

using namespace musasim::musolver;

namespace {

template <class T>
musolverStatus_t factor(const char* name, musolverDnHandle_t handle, mublasFillMode_t uplo, int n,
                        void* a, int lda, int* info) {
  return public_call(name, handle, [&](musaStream_t stream) {
    check_fill(uplo);
    check_matrix(a, n, n, lda);
    submit(stream, name, info, [=] { return potrf(letter(uplo), n, at<T>(a), lda); });
  });
}

template <class T>
musolverStatus_t solve(const char* name, musolverDnHandle_t handle, mublasFillMode_t uplo, int n,
                       int nrhs, const void* a, int lda, void* b, int ldb, int* info) {
  return public_call(name, handle, [&](musaStream_t stream) {
    check_fill(uplo);
    check_matrix(a, n, n, lda);
    check_matrix(b, n, nrhs, ldb);
    submit(stream, name, info,
           [=] { return potrs(letter(uplo), n, nrhs, at<const T>(a), lda, at<T>(b), ldb); });
  });
}

template <class T>
musolverStatus_t invert(const char* name, musolverDnHandle_t handle, mublasFillMode_t uplo, int n,
                        void* a, int lda, int* info) {
  return public_call(name, handle, [&](musaStream_t stream) {
    check_fill(uplo);
    check_matrix(a, n, n, lda);
    submit(stream, name, info, [=] { return potri(letter(uplo), n, at<T>(a), lda); });
  });
}

// `a` and `info` are arrays in device memory, of pointers and of results.
template <class T>
musolverStatus_t factor_all(const char* name, musolverDnHandle_t handle, mublasFillMode_t uplo,
                            int n, void* a, int lda, int* info, int batch) {
  return public_call(name, handle, [&](musaStream_t stream) {
    check_fill(uplo);
    check_matrix(a, n, n, lda);
    require(batch >= 0 && (batch == 0 || info != nullptr));
    submit(stream, name, nullptr, [=] {
      void* const* matrices = at<void* const>(a);
      for (int i = 0; i < batch; ++i) {
        backing(info)[i] = potrf(letter(uplo), n, at<T>(matrices[i]), lda);
      }
      return 0;
    });
  });
}

template <class T>
musolverStatus_t solve_all(const char* name, musolverDnHandle_t handle, mublasFillMode_t uplo,
                           int n, int nrhs, void* a, int lda, void* b, int ldb, int* info,
                           int batch) {
  return public_call(name, handle, [&](musaStream_t stream) {
    check_fill(uplo);
    check_matrix(a, n, n, lda);
    check_matrix(b, n, nrhs, ldb);
    require(batch >= 0);
    submit(stream, name, info, [=] {
      void* const* matrices = at<void* const>(a);
      void* const* sides = at<void* const>(b);
      for (int i = 0; i < batch; ++i) {
        potrs(letter(uplo), n, nrhs, at<const T>(matrices[i]), lda, at<T>(sides[i]), ldb);
      }
      return 0;
    });
  });
}

musolverStatus_t buffer_size(const char* name, musolverDnHandle_t handle, mublasFillMode_t uplo,
                             int n, const void* a, int lda, int* lwork) {
  return public_call(name, handle, [&](musaStream_t) {
    check_fill(uplo);
    check_matrix(a, n, n, lda);
    answer_size(lwork, int64_t{32} * n);
  });
}

}  // namespace

extern "C" {

#define DEFINE_CHOLESKY(P, T, R)                                                                   \
  musolverStatus_t musolverDn##P##potrf_bufferSize(                                                \
      musolverDnHandle_t handle, mublasFillMode_t uplo, int n, T* a, int lda, int* lwork) {        \
    return buffer_size(__func__, handle, uplo, n, a, lda, lwork);                                  \
  }                                                                                                \
  musolverStatus_t musolverDn##P##potrf(musolverDnHandle_t handle, mublasFillMode_t uplo, int n,   \
                                        T* a, int lda, T*, int, int* info) {                       \
    return factor<Computed<T>>(__func__, handle, uplo, n, a, lda, info);                           \
  }                                                                                                \
  musolverStatus_t musolverDn##P##potrs(musolverDnHandle_t handle, mublasFillMode_t uplo, int n,   \
                                        int nrhs, const T* a, int lda, T* b, int ldb, int* info) { \
    return solve<Computed<T>>(__func__, handle, uplo, n, nrhs, a, lda, b, ldb, info);              \
  }                                                                                                \
  musolverStatus_t musolverDn##P##potrfBatched(musolverDnHandle_t handle, mublasFillMode_t uplo,   \
                                               int n, T* a[], int lda, int* info, int batch) {     \
    return factor_all<Computed<T>>(__func__, handle, uplo, n, a, lda, info, batch);                \
  }                                                                                                \
  musolverStatus_t musolverDn##P##potrsBatched(musolverDnHandle_t handle, mublasFillMode_t uplo,   \
                                               int n, int nrhs, T* a[], int lda, T* b[], int ldb,  \
                                               int* info, int batch) {                             \
    return solve_all<Computed<T>>(__func__, handle, uplo, n, nrhs, a, lda, b, ldb, info, batch);   \
  }                                                                                                \
  musolverStatus_t musolverDn##P##potri_bufferSize(                                                \
      musolverDnHandle_t handle, mublasFillMode_t uplo, int n, T* a, int lda, int* lwork) {        \
    return buffer_size(__func__, handle, uplo, n, a, lda, lwork);                                  \
  }                                                                                                \
  musolverStatus_t musolverDn##P##potri(musolverDnHandle_t handle, mublasFillMode_t uplo, int n,   \
                                        T* a, int lda, T*, int, int* info) {                       \
    return invert<Computed<T>>(__func__, handle, uplo, n, a, lda, info);                           \
  }
MUSASIM_SDCZ(DEFINE_CHOLESKY)

}  // extern "C"
