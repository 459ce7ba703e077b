/* The QR functions as programs for platforms before 5.1 call them: sizes without a handle, as size_t; a buffer without
 * its length; and no `info`. Their names are those of the long forms, so a call's number of arguments tells which one
 * is meant; as macros, since a program may take the address of the long form. */
#ifndef MUSASIM_SOLVER_QR_CALLS_H
#define MUSASIM_SOLVER_QR_CALLS_H

#include "musolver_common.h"

#ifdef __cplusplus
#define MUSASIM_QR_CAST(type, value) static_cast<type>(value)
#else
#define MUSASIM_QR_CAST(type, value) ((type)(value))
#endif

static inline musolverStatus_t musasim_qr_size(int m, int n, int k, size_t* size) {
  if (m < 0 || n < 0 || k < 0 || size == NULL) return MUSOLVER_STATUS_INVALID_VALUE;
  *size = 32 * MUSASIM_QR_CAST(size_t, n > 1 ? n : 1);
  return MUSOLVER_STATUS_SUCCESS;
}

#define MUSASIM_QR_CALLS(letter, product, type)                                                    \
  static inline musolverStatus_t musasim_##letter##geqrf(                                          \
      musolverDnHandle_t handle, int m, int n, type* a, int lda, type* tau, void* buffer) {        \
    return musolverDn##letter##geqrf(handle, m, n, a, lda, tau, MUSASIM_QR_CAST(type*, buffer), 0, \
                                     NULL);                                                        \
  }                                                                                                \
  static inline musolverStatus_t musasim_##letter##product##gqr(musolverDnHandle_t handle, int m,  \
                                                                int n, int k, type* a, int lda,    \
                                                                const type* tau, void* buffer) {   \
    return musolverDn##letter##product##gqr(handle, m, n, k, a, lda, tau,                          \
                                            MUSASIM_QR_CAST(type*, buffer), 0, NULL);              \
  }                                                                                                \
  static inline musolverStatus_t musasim_##letter##product##mqr(                                   \
      musolverDnHandle_t handle, mublasSideMode_t side, mublasOperation_t trans, int m, int n,     \
      int k, const type* a, int lda, const type* tau, type* c, int ldc) {                          \
    return musolverDn##letter##product##mqr(handle, side, trans, m, n, k, a, lda, tau, c, ldc,     \
                                            NULL, 0, NULL);                                        \
  }
MUSASIM_QR_CALLS(S, or, float)
MUSASIM_QR_CALLS(D, or, double)
MUSASIM_QR_CALLS(C, un, muComplex)
MUSASIM_QR_CALLS(Z, un, muDoubleComplex)
#undef MUSASIM_QR_CALLS
#undef MUSASIM_QR_CAST

#define MUSASIM_16TH(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, ...) p
/* The short form for `count` arguments, and the long one for any other number of them. */
#define MUSASIM_OF_3(call, other, ...)                                                            \
  MUSASIM_16TH(__VA_ARGS__, other, other, other, other, other, other, other, other, other, other, \
               other, other, call, other, other, other)(__VA_ARGS__)
#define MUSASIM_OF_4(call, other, ...)                                                            \
  MUSASIM_16TH(__VA_ARGS__, other, other, other, other, other, other, other, other, other, other, \
               other, call, other, other, other, other)(__VA_ARGS__)
#define MUSASIM_OF_7(call, other, ...)                                                           \
  MUSASIM_16TH(__VA_ARGS__, other, other, other, other, other, other, other, other, call, other, \
               other, other, other, other, other, other)(__VA_ARGS__)
#define MUSASIM_OF_8(call, other, ...)                                                           \
  MUSASIM_16TH(__VA_ARGS__, other, other, other, other, other, other, other, call, other, other, \
               other, other, other, other, other, other)(__VA_ARGS__)
#define MUSASIM_OF_11(call, other, ...)                                                          \
  MUSASIM_16TH(__VA_ARGS__, other, other, other, other, call, other, other, other, other, other, \
               other, other, other, other, other, other)(__VA_ARGS__)
#define MUSASIM_GQR_SIZE(m, n, k, size) musasim_qr_size(m, n, k, size)
#define MUSASIM_GEQRF_SIZE(m, n, size) musasim_qr_size(m, n, 0, size)

#define musolverDnSgeqrf_bufferSize(...) \
  MUSASIM_OF_3(MUSASIM_GEQRF_SIZE, musolverDnSgeqrf_bufferSize, __VA_ARGS__)
#define musolverDnSgeqrf(...) MUSASIM_OF_7(musasim_Sgeqrf, musolverDnSgeqrf, __VA_ARGS__)
#define musolverDnSorgqr_bufferSize(...) \
  MUSASIM_OF_4(MUSASIM_GQR_SIZE, musolverDnSorgqr_bufferSize, __VA_ARGS__)
#define musolverDnSorgqr(...) MUSASIM_OF_8(musasim_Sorgqr, musolverDnSorgqr, __VA_ARGS__)
#define musolverDnSormqr(...) MUSASIM_OF_11(musasim_Sormqr, musolverDnSormqr, __VA_ARGS__)
#define musolverDnDgeqrf_bufferSize(...) \
  MUSASIM_OF_3(MUSASIM_GEQRF_SIZE, musolverDnDgeqrf_bufferSize, __VA_ARGS__)
#define musolverDnDgeqrf(...) MUSASIM_OF_7(musasim_Dgeqrf, musolverDnDgeqrf, __VA_ARGS__)
#define musolverDnDorgqr_bufferSize(...) \
  MUSASIM_OF_4(MUSASIM_GQR_SIZE, musolverDnDorgqr_bufferSize, __VA_ARGS__)
#define musolverDnDorgqr(...) MUSASIM_OF_8(musasim_Dorgqr, musolverDnDorgqr, __VA_ARGS__)
#define musolverDnDormqr(...) MUSASIM_OF_11(musasim_Dormqr, musolverDnDormqr, __VA_ARGS__)
#define musolverDnCgeqrf_bufferSize(...) \
  MUSASIM_OF_3(MUSASIM_GEQRF_SIZE, musolverDnCgeqrf_bufferSize, __VA_ARGS__)
#define musolverDnCgeqrf(...) MUSASIM_OF_7(musasim_Cgeqrf, musolverDnCgeqrf, __VA_ARGS__)
#define musolverDnCungqr_bufferSize(...) \
  MUSASIM_OF_4(MUSASIM_GQR_SIZE, musolverDnCungqr_bufferSize, __VA_ARGS__)
#define musolverDnCungqr(...) MUSASIM_OF_8(musasim_Cungqr, musolverDnCungqr, __VA_ARGS__)
#define musolverDnCunmqr(...) MUSASIM_OF_11(musasim_Cunmqr, musolverDnCunmqr, __VA_ARGS__)
#define musolverDnZgeqrf_bufferSize(...) \
  MUSASIM_OF_3(MUSASIM_GEQRF_SIZE, musolverDnZgeqrf_bufferSize, __VA_ARGS__)
#define musolverDnZgeqrf(...) MUSASIM_OF_7(musasim_Zgeqrf, musolverDnZgeqrf, __VA_ARGS__)
#define musolverDnZungqr_bufferSize(...) \
  MUSASIM_OF_4(MUSASIM_GQR_SIZE, musolverDnZungqr_bufferSize, __VA_ARGS__)
#define musolverDnZungqr(...) MUSASIM_OF_8(musasim_Zungqr, musolverDnZungqr, __VA_ARGS__)
#define musolverDnZunmqr(...) MUSASIM_OF_11(musasim_Zunmqr, musolverDnZunmqr, __VA_ARGS__)

#endif
