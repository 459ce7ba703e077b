// Eigenvalues of symmetric and Hermitian matrices by type: syevd, syevdx, sygvd and their like.
#include "musolver/eigen.h"

using namespace musasim::musolver;

namespace {

template <class T>
musolverStatus_t solve(const char* name, musolverDnHandle_t handle, musolverEigMode_t mode,
                       mublasFillMode_t uplo, int n, void* a, int lda, void* w, int* info) {
  return public_call(name, handle, [&](musaStream_t stream) {
    check_eigen(mode, uplo, n, a, lda, w);
    submit(stream, name, info,
           [=] { return syevd(letter(mode), letter(uplo), n, at<T>(a), lda, at<Real<T>>(w)); });
  });
}

// The number found goes to host memory, so it waits, as the platform does.
template <class T>
musolverStatus_t solve_part(const char* name, musolverDnHandle_t handle, musolverEigMode_t mode,
                            const Range& range, mublasFillMode_t uplo, int n, void* a, int lda,
                            int* count, void* w, int* info) {
  return public_call(name, handle, [&](musaStream_t stream) {
    check_eigen(mode, uplo, n, a, lda, w);
    check_range(range, n);
    require_pointers(count);
    require(!is_capturing(stream), MUSOLVER_STATUS_EXECUTION_FAILED);
    submit(stream, name, info, [=] {
      const int result = syevd(letter(mode), letter(uplo), n, at<T>(a), lda, at<Real<T>>(w));
      *count =
          result == 0 ? static_cast<int>(keep_range(range, n, at<T>(a), lda, at<Real<T>>(w))) : 0;
      return result;
    });
    require(wait_for(stream) == musaSuccess, MUSOLVER_STATUS_EXECUTION_FAILED);
  });
}

}  // namespace

extern "C" {

#define DEFINE_EVD(name, T, R)                                                                     \
  musolverStatus_t musolverDn##name##_bufferSize(                                                  \
      musolverDnHandle_t handle, musolverEigMode_t mode, mublasFillMode_t uplo, int n, const T* a, \
      int lda, const R* w, int* lwork) {                                                           \
    return buffer_size(__func__, handle, mode, uplo, n, a, lda, w, lwork);                         \
  }                                                                                                \
  musolverStatus_t musolverDn##name(musolverDnHandle_t handle, musolverEigMode_t mode,             \
                                    mublasFillMode_t uplo, int n, T* a, int lda, R* w, T*, int,    \
                                    int* info) {                                                   \
    return solve<Computed<T>>(__func__, handle, mode, uplo, n, a, lda, w, info);                   \
  }
MUSASIM_SDCZ_NAMES(DEFINE_EVD, syevd, heevd)

#define DEFINE_EVDX(name, T, R)                                                                    \
  musolverStatus_t musolverDn##name##_bufferSize(                                                  \
      musolverDnHandle_t handle, musolverEigMode_t mode, musolverEigRange_t,                       \
      mublasFillMode_t uplo, int n, const T* a, int lda, R, R, int, int, int*, const R* w,         \
      int* lwork) {                                                                                \
    return buffer_size(__func__, handle, mode, uplo, n, a, lda, w, lwork);                         \
  }                                                                                                \
  musolverStatus_t musolverDn##name(musolverDnHandle_t handle, musolverEigMode_t mode,             \
                                    musolverEigRange_t range, mublasFillMode_t uplo, int n, T* a,  \
                                    int lda, R vl, R vu, int il, int iu, int* meig, R* w, T*, int, \
                                    int* info) {                                                   \
    const Range wanted{range, static_cast<double>(vl), static_cast<double>(vu), il, iu};           \
    return solve_part<Computed<T>>(__func__, handle, mode, wanted, uplo, n, a, lda, meig, w,       \
                                   info);                                                          \
  }
MUSASIM_SDCZ_NAMES(DEFINE_EVDX, syevdx, heevdx)

#define DEFINE_GVD(name, T, R)                                                                     \
  musolverStatus_t musolverDn##name##_bufferSize(                                                  \
      musolverDnHandle_t handle, musolverEigType_t, musolverEigMode_t mode, mublasFillMode_t uplo, \
      int n, const T* a, int lda, const T*, int, const R* w, int* lwork) {                         \
    return buffer_size(__func__, handle, mode, uplo, n, a, lda, w, lwork);                         \
  }                                                                                                \
  musolverStatus_t musolverDn##name(musolverDnHandle_t handle, musolverEigType_t itype,            \
                                    musolverEigMode_t mode, mublasFillMode_t uplo, int n, T* a,    \
                                    int lda, T* b, int ldb, R* w, T*, int, int* info) {            \
    return solve_pair<Computed<T>>(__func__, handle, itype, mode, uplo, n, a, lda, b, ldb, w,      \
                                   info);                                                          \
  }
MUSASIM_SDCZ_NAMES(DEFINE_GVD, sygvd, hegvd)

}  // extern "C"
