// Matrix-vector functions that are one call of BLAS for every element type they exist for.
#pragma once

#include "blas/cblas.h"
#include "mublas/call.h"

namespace musasim::blas {

using Int = std::int64_t;

// Runs the work on the stream, unless the arguments are bad or there is nothing to do.
template <class F, class... P>
Status submit(const Call& call, Status checked, bool empty, Status pointers_checked, F work) {
  if (checked != kSuccess || empty) {
    return checked;
  }
  return pointers_checked != kSuccess ? pointers_checked : call.launch(std::move(work));
}

template <class T>
Status gemv(const Call& call, mublasOperation_t trans, Int m, Int n, const T* alpha, const T* a,
            Int lda, const T* x, Int incx, const T* beta, T* y, Int incy) {
  const Status bad = first({valid(trans), sizes(m, n), leading(lda, m), increments(incx, incy)});
  if (bad != kSuccess || m == 0 || n == 0) {
    return bad;
  }
  if (const Status null = pointers(alpha, a, x, beta, y); null != kSuccess) {
    return null;
  }
  return call.launch([=, alpha = call.scalar(alpha), beta = call.scalar(beta)] {
    const T times = alpha.get();
    const T keep = beta.get();
    cblas::gemv<T>(CblasColMajor, native(trans), narrow_int(m), narrow_int(n), scalar(times),
                   backing(a), narrow_int(lda), backing(x), narrow_int(incx), scalar(keep),
                   backing(y), narrow_int(incy));
  });
}

template <class T>
Status gbmv(const Call& call, mublasOperation_t trans, Int m, Int n, Int kl, Int ku, const T* alpha,
            const T* a, Int lda, const T* x, Int incx, const T* beta, T* y, Int incy) {
  const Status bad =
      first({valid(trans), sizes(m, n, kl, ku), leading(lda, kl + ku + 1), increments(incx, incy)});
  if (bad != kSuccess || m == 0 || n == 0) {
    return bad;
  }
  if (const Status null = pointers(alpha, a, x, beta, y); null != kSuccess) {
    return null;
  }
  return call.launch([=, alpha = call.scalar(alpha), beta = call.scalar(beta)] {
    const T times = alpha.get();
    const T keep = beta.get();
    cblas::gbmv<T>(CblasColMajor, native(trans), narrow_int(m), narrow_int(n), narrow_int(kl),
                   narrow_int(ku), scalar(times), backing(a), narrow_int(lda), backing(x),
                   narrow_int(incx), scalar(keep), backing(y), narrow_int(incy));
  });
}

// Triangular products and solutions: full (tr), band (tb) and packed (tp) storage.
#define MUSASIM_TRIANGULAR(NAME)                                                                \
  template <class T>                                                                            \
  Status NAME(const Call& call, mublasFillMode_t uplo, mublasOperation_t trans,                 \
              mublasDiagType_t diag, Int n, const T* a, Int lda, T* x, Int incx) {              \
    const Status bad = first(                                                                   \
        {valid(uplo), valid(trans), valid(diag), sizes(n), leading(lda, n), increments(incx)}); \
    return submit(call, bad, n == 0, pointers(a, x), [=] {                                      \
      cblas::NAME<T>(CblasColMajor, native(uplo), native(trans), native(diag), narrow_int(n),   \
                     backing(a), narrow_int(lda), backing(x), narrow_int(incx));                \
    });                                                                                         \
  }
#define MUSASIM_TRIANGULAR_BAND(NAME)                                                           \
  template <class T>                                                                            \
  Status NAME(const Call& call, mublasFillMode_t uplo, mublasOperation_t trans,                 \
              mublasDiagType_t diag, Int n, Int k, const T* a, Int lda, T* x, Int incx) {       \
    const Status bad = first({valid(uplo), valid(trans), valid(diag), sizes(n, k),              \
                              leading(lda, k + 1), increments(incx)});                          \
    return submit(call, bad, n == 0, pointers(a, x), [=] {                                      \
      cblas::NAME<T>(CblasColMajor, native(uplo), native(trans), native(diag), narrow_int(n),   \
                     narrow_int(k), backing(a), narrow_int(lda), backing(x), narrow_int(incx)); \
    });                                                                                         \
  }
#define MUSASIM_TRIANGULAR_PACKED(NAME)                                                       \
  template <class T>                                                                          \
  Status NAME(const Call& call, mublasFillMode_t uplo, mublasOperation_t trans,               \
              mublasDiagType_t diag, Int n, const T* a, T* x, Int incx) {                     \
    const Status bad =                                                                        \
        first({valid(uplo), valid(trans), valid(diag), sizes(n), increments(incx)});          \
    return submit(call, bad, n == 0, pointers(a, x), [=] {                                    \
      cblas::NAME<T>(CblasColMajor, native(uplo), native(trans), native(diag), narrow_int(n), \
                     backing(a), backing(x), narrow_int(incx));                               \
    });                                                                                       \
  }
MUSASIM_TRIANGULAR(trmv)
MUSASIM_TRIANGULAR(trsv)
MUSASIM_TRIANGULAR_BAND(tbmv)
MUSASIM_TRIANGULAR_BAND(tbsv)
MUSASIM_TRIANGULAR_PACKED(tpmv)
MUSASIM_TRIANGULAR_PACKED(tpsv)

// y = alpha A x + beta y, A symmetric or hermitian.
#define MUSASIM_BAND(NAME)                                                                       \
  template <class T>                                                                             \
  Status NAME(const Call& call, mublasFillMode_t uplo, Int n, Int k, const T* alpha, const T* a, \
              Int lda, const T* x, Int incx, const T* beta, T* y, Int incy) {                    \
    const Status bad =                                                                           \
        first({valid(uplo), sizes(n, k), leading(lda, k + 1), increments(incx, incy)});          \
    if (bad != kSuccess || n == 0) {                                                             \
      return bad;                                                                                \
    }                                                                                            \
    if (const Status null = pointers(alpha, a, x, beta, y); null != kSuccess) {                  \
      return null;                                                                               \
    }                                                                                            \
    return call.launch([=, alpha = call.scalar(alpha), beta = call.scalar(beta)] {               \
      const T times = alpha.get();                                                               \
      const T keep = beta.get();                                                                 \
      cblas::NAME<T>(CblasColMajor, native(uplo), narrow_int(n), narrow_int(k), scalar(times),   \
                     backing(a), narrow_int(lda), backing(x), narrow_int(incx), scalar(keep),    \
                     backing(y), narrow_int(incy));                                              \
    });                                                                                          \
  }
#define MUSASIM_PACKED(NAME)                                                                    \
  template <class T>                                                                            \
  Status NAME(const Call& call, mublasFillMode_t uplo, Int n, const T* alpha, const T* a,       \
              const T* x, Int incx, const T* beta, T* y, Int incy) {                            \
    const Status bad = first({valid(uplo), sizes(n), increments(incx, incy)});                  \
    if (bad != kSuccess || n == 0) {                                                            \
      return bad;                                                                               \
    }                                                                                           \
    if (const Status null = pointers(alpha, a, x, beta, y); null != kSuccess) {                 \
      return null;                                                                              \
    }                                                                                           \
    return call.launch([=, alpha = call.scalar(alpha), beta = call.scalar(beta)] {              \
      const T times = alpha.get();                                                              \
      const T keep = beta.get();                                                                \
      cblas::NAME<T>(CblasColMajor, native(uplo), narrow_int(n), scalar(times), backing(a),     \
                     backing(x), narrow_int(incx), scalar(keep), backing(y), narrow_int(incy)); \
    });                                                                                         \
  }
MUSASIM_BAND(sbmv)
MUSASIM_BAND(hbmv)
MUSASIM_PACKED(spmv)
MUSASIM_PACKED(hpmv)

// A += alpha x y, by the routine's rule.
#define MUSASIM_OUTER(NAME)                                                                        \
  template <class T>                                                                               \
  Status NAME(const Call& call, Int m, Int n, const T* alpha, const T* x, Int incx, const T* y,    \
              Int incy, T* a, Int lda) {                                                           \
    const Status bad = first({sizes(m, n), leading(lda, m), increments(incx, incy)});              \
    if (bad != kSuccess || m == 0 || n == 0) {                                                     \
      return bad;                                                                                  \
    }                                                                                              \
    if (const Status null = pointers(alpha, x, y, a); null != kSuccess) {                          \
      return null;                                                                                 \
    }                                                                                              \
    return call.launch([=, alpha = call.scalar(alpha)] {                                           \
      const T times = alpha.get();                                                                 \
      cblas::NAME<T>(CblasColMajor, narrow_int(m), narrow_int(n), scalar(times), backing(x),       \
                     narrow_int(incx), backing(y), narrow_int(incy), backing(a), narrow_int(lda)); \
    });                                                                                            \
  }
MUSASIM_OUTER(ger)
MUSASIM_OUTER(geru)
MUSASIM_OUTER(gerc)

// Packed updates of rank one and two.
#define MUSASIM_PACKED_RANK1(NAME)                                                              \
  template <class T>                                                                            \
  Status NAME(const Call& call, mublasFillMode_t uplo, Int n, const Real<T>* alpha, const T* x, \
              Int incx, T* a) {                                                                 \
    const Status bad = first({valid(uplo), sizes(n), increments(incx)});                        \
    if (bad != kSuccess || n == 0) {                                                            \
      return bad;                                                                               \
    }                                                                                           \
    if (const Status null = pointers(alpha, x, a); null != kSuccess) {                          \
      return null;                                                                              \
    }                                                                                           \
    return call.launch([=, alpha = call.scalar(alpha)] {                                        \
      cblas::NAME<T>(CblasColMajor, native(uplo), narrow_int(n), alpha.get(), backing(x),       \
                     narrow_int(incx), backing(a));                                             \
    });                                                                                         \
  }
#define MUSASIM_PACKED_RANK2(NAME)                                                          \
  template <class T>                                                                        \
  Status NAME(const Call& call, mublasFillMode_t uplo, Int n, const T* alpha, const T* x,   \
              Int incx, const T* y, Int incy, T* a) {                                       \
    const Status bad = first({valid(uplo), sizes(n), increments(incx, incy)});              \
    if (bad != kSuccess || n == 0) {                                                        \
      return bad;                                                                           \
    }                                                                                       \
    if (const Status null = pointers(alpha, x, y, a); null != kSuccess) {                   \
      return null;                                                                          \
    }                                                                                       \
    return call.launch([=, alpha = call.scalar(alpha)] {                                    \
      const T times = alpha.get();                                                          \
      cblas::NAME<T>(CblasColMajor, native(uplo), narrow_int(n), scalar(times), backing(x), \
                     narrow_int(incx), backing(y), narrow_int(incy), backing(a));           \
    });                                                                                     \
  }
MUSASIM_PACKED_RANK1(spr)
MUSASIM_PACKED_RANK1(hpr)
MUSASIM_PACKED_RANK2(spr2)
MUSASIM_PACKED_RANK2(hpr2)

#undef MUSASIM_TRIANGULAR
#undef MUSASIM_TRIANGULAR_BAND
#undef MUSASIM_TRIANGULAR_PACKED
#undef MUSASIM_BAND
#undef MUSASIM_PACKED
#undef MUSASIM_OUTER
#undef MUSASIM_PACKED_RANK1
#undef MUSASIM_PACKED_RANK2

}  // namespace musasim::blas
