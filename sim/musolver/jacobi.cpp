// The functions that the platform does by Jacobi's method: syevj, sygvj and their like. Here the
// eigenvalues come from LAPACK, sorted whether that is asked for or not, so that residual and number of
// sweeps cannot be told.
#include "musolver/jacobi.h"

#include "musolver/eigen.h"

using namespace musasim::musolver;

namespace {

// `batch` matrices one after another; info has one place for each.
template <class T>
musolverStatus_t solve(const char* name, musolverDnHandle_t handle, musolverEigMode_t mode,
                       mublasFillMode_t uplo, int n, void* a, int lda, void* w, int* info,
                       const syevjInfo* params, int batch) {
  return public_call(name, handle, [&](musaStream_t stream) {
    check_eigen(mode, uplo, n, a, lda, w);
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

}  // namespace

extern "C" {

#define DEFINE_PARAMETERS(Name, type)                                                          \
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
DEFINE_PARAMETERS(Syevj, syevj)
DEFINE_PARAMETERS(Gesvdj, gesvdj)

#define DEFINE_EVJ(name, T, R)                                                                     \
  musolverStatus_t musolverDn##name##_bufferSize(                                                  \
      musolverDnHandle_t handle, musolverEigMode_t mode, mublasFillMode_t uplo, int n, const T* a, \
      int lda, const R* w, int* lwork, syevjInfo_t params) {                                       \
    return buffer_size(__func__, handle, mode, uplo, n, a, lda, w, lwork, params != nullptr);      \
  }                                                                                                \
  musolverStatus_t musolverDn##name(musolverDnHandle_t handle, musolverEigMode_t mode,             \
                                    mublasFillMode_t uplo, int n, T* a, int lda, R* w, T*, int,    \
                                    int* info, syevjInfo_t params) {                               \
    return solve<Computed<T>>(__func__, handle, mode, uplo, n, a, lda, w, info, params, 1);        \
  }                                                                                                \
  musolverStatus_t musolverDn##name##Batched_bufferSize(                                           \
      musolverDnHandle_t handle, musolverEigMode_t mode, mublasFillMode_t uplo, int n, const T* a, \
      int lda, const R* w, int* lwork, syevjInfo_t params, int) {                                  \
    return buffer_size(__func__, handle, mode, uplo, n, a, lda, w, lwork, params != nullptr);      \
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
    return buffer_size(__func__, handle, mode, uplo, n, a, lda, w, lwork, params != nullptr);      \
  }                                                                                                \
  musolverStatus_t musolverDn##name(musolverDnHandle_t handle, musolverEigType_t itype,            \
                                    musolverEigMode_t mode, mublasFillMode_t uplo, int n, T* a,    \
                                    int lda, T* b, int ldb, R* w, T*, int, int* info,              \
                                    syevjInfo_t params) {                                          \
    return solve_pair<Computed<T>>(__func__, handle, itype, mode, uplo, n, a, lda, b, ldb, w,      \
                                   info, params != nullptr);                                       \
  }
MUSASIM_SDCZ_NAMES(DEFINE_GVJ, sygvj, hegvj)

}  // extern "C"
