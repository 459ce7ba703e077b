// The functions that the platform does by Jacobi's method: syevj, sygvj and their like. Here the
// eigenvalues come from LAPACK, sorted whether that is asked for or not, so that residual and number of
// sweeps cannot be told.
#include "musolver/jacobi.h"

#include "musolver/call.h"

using namespace musasim::musolver;

namespace {

void check(musolverEigMode_t mode, mublasFillMode_t uplo, int n, const void* a, int lda,
           const void* w) {
  check_mode(mode);
  check_fill(uplo);
  check_matrix(a, n, n, lda);
  require(w != nullptr || n == 0);
}

// `batch` matrices one after another; info has one place for each.
template <class T>
musolverStatus_t solve(const char* name, musolverDnHandle_t handle, musolverEigMode_t mode,
                       mublasFillMode_t uplo, int n, void* a, int lda, void* w, int* info,
                       const syevjInfo* params, int batch) {
  return public_call(name, handle, [&](musaStream_t stream) {
    check(mode, uplo, n, a, lda, w);
    require_pointers(params, info);
    require(batch >= 0);
    submit(stream, name, nullptr, [=] {
      for (ptrdiff_t i = 0; i < batch; ++i) {
        backing(info)[i] = syevd(letter(mode), letter(uplo), n, at<T>(a) + i * lda * n, lda,
                                 at<Real<T>>(w) + i * n);
      }
      return 0;
    });
  });
}

template <class T>
musolverStatus_t solve_pair(const char* name, musolverDnHandle_t handle, musolverEigType_t type,
                            musolverEigMode_t mode, mublasFillMode_t uplo, int n, void* a, int lda,
                            void* b, int ldb, void* w, int* info, const syevjInfo* params) {
  return public_call(name, handle, [&](musaStream_t stream) {
    check(mode, uplo, n, a, lda, w);
    check_matrix(b, n, n, ldb);
    require_pointers(params);
    require(type >= MUSOLVER_EIG_TYPE_1 && type <= MUSOLVER_EIG_TYPE_3);
    submit(stream, name, info, [=] {
      return sygvd(type, letter(mode), letter(uplo), n, at<T>(a), lda, at<T>(b), ldb,
                   at<Real<T>>(w));
    });
  });
}

musolverStatus_t buffer_size(const char* name, musolverDnHandle_t handle, musolverEigMode_t mode,
                             mublasFillMode_t uplo, int n, const void* a, int lda, const void* w,
                             int* lwork, const syevjInfo* params) {
  return public_call(name, handle, [&](musaStream_t) {
    check(mode, uplo, n, a, lda, w);
    require_pointers(params);
    answer_size(lwork, 1 + int64_t{6} * n + int64_t{2} * n * n);
  });
}

}  // namespace

extern "C" {

#define DEFINE_PARAMETERS(Name, Short, type)                                                   \
  musolverStatus_t musolverDnCreate##Name##Info(type##Info_t* info) {                          \
    return public_call(__func__, [&] {                                                         \
      require_pointers(info);                                                                  \
      *info = new type##Info;                                                                  \
    });                                                                                        \
  }                                                                                            \
  musolverStatus_t musolverDnDestroy##Name##Info(type##Info_t info) {                          \
    return public_call(__func__, [&] { delete info; });                                        \
  }                                                                                            \
  musolverStatus_t musolverDnX##type##SetTolerance(type##Info_t info, double tolerance) {      \
    return public_call(__func__, [&] {                                                         \
      require_pointers(info);                                                                  \
      info->tolerance = tolerance;                                                             \
    });                                                                                        \
  }                                                                                            \
  musolverStatus_t musolverDnX##type##SetMaxSweeps(type##Info_t info, int sweeps) {            \
    return public_call(__func__, [&] {                                                         \
      require_pointers(info);                                                                  \
      require(sweeps >= 0);                                                                    \
      info->sweeps = sweeps;                                                                   \
    });                                                                                        \
  }                                                                                            \
  musolverStatus_t musolverDnX##type##SetSortEig(type##Info_t info, int sorted) {              \
    return public_call(__func__, [&] {                                                         \
      require_pointers(info);                                                                  \
      info->sorted = sorted != 0;                                                              \
    });                                                                                        \
  }                                                                                            \
  musolverStatus_t musolverDnX##type##GetResidual(musolverDnHandle_t, type##Info_t, double*) { \
    return MUSOLVER_STATUS_NOT_SUPPORTED;                                                      \
  }                                                                                            \
  musolverStatus_t musolverDnX##type##GetSweeps(musolverDnHandle_t, type##Info_t, int*) {      \
    return MUSOLVER_STATUS_NOT_SUPPORTED;                                                      \
  }
DEFINE_PARAMETERS(Syevj, Xsyevj, syevj)
DEFINE_PARAMETERS(Gesvdj, Xgesvdj, gesvdj)

#define DEFINE_EVJ(name, T, R)                                                                     \
  musolverStatus_t musolverDn##name##_bufferSize(                                                  \
      musolverDnHandle_t handle, musolverEigMode_t mode, mublasFillMode_t uplo, int n, const T* a, \
      int lda, const R* w, int* lwork, syevjInfo_t params) {                                       \
    return buffer_size(__func__, handle, mode, uplo, n, a, lda, w, lwork, params);                 \
  }                                                                                                \
  musolverStatus_t musolverDn##name(musolverDnHandle_t handle, musolverEigMode_t mode,             \
                                    mublasFillMode_t uplo, int n, T* a, int lda, R* w, T*, int,    \
                                    int* info, syevjInfo_t params) {                               \
    return solve<Computed<T>>(__func__, handle, mode, uplo, n, a, lda, w, info, params, 1);        \
  }                                                                                                \
  musolverStatus_t musolverDn##name##Batched_bufferSize(                                           \
      musolverDnHandle_t handle, musolverEigMode_t mode, mublasFillMode_t uplo, int n, const T* a, \
      int lda, const R* w, int* lwork, syevjInfo_t params, int) {                                  \
    return buffer_size(__func__, handle, mode, uplo, n, a, lda, w, lwork, params);                 \
  }                                                                                                \
  musolverStatus_t musolverDn##name##Batched(musolverDnHandle_t handle, musolverEigMode_t mode,    \
                                             mublasFillMode_t uplo, int n, T* a, int lda, R* w,    \
                                             T*, int, int* info, syevjInfo_t params, int batch) {  \
    return solve<Computed<T>>(__func__, handle, mode, uplo, n, a, lda, w, info, params, batch);    \
  }
MUSASIM_SDCZ_NAMES(DEFINE_EVJ, syevj, heevj)

#define DEFINE_GVJ(name, T, R)                                                                     \
  musolverStatus_t musolverDn##name##_bufferSize(                                                  \
      musolverDnHandle_t handle, musolverEigType_t, musolverEigMode_t mode, mublasFillMode_t uplo, \
      int n, const T* a, int lda, const T*, int, const R* w, int* lwork, syevjInfo_t params) {     \
    return buffer_size(__func__, handle, mode, uplo, n, a, lda, w, lwork, params);                 \
  }                                                                                                \
  musolverStatus_t musolverDn##name(musolverDnHandle_t handle, musolverEigType_t itype,            \
                                    musolverEigMode_t mode, mublasFillMode_t uplo, int n, T* a,    \
                                    int lda, T* b, int ldb, R* w, T*, int, int* info,              \
                                    syevjInfo_t params) {                                          \
    return solve_pair<Computed<T>>(__func__, handle, itype, mode, uplo, n, a, lda, b, ldb, w,      \
                                   info, params);                                                  \
  }
MUSASIM_SDCZ_NAMES(DEFINE_GVJ, sygvj, hegvj)

}  // extern "C"
