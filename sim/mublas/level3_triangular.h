// Products with triangular matrices and solutions of triangular systems.
#pragma once

#include <cstring>

#include "blas/cblas.h"
#include "mublas/batch.h"
#include "mublas/call.h"

namespace musasim::blas {

using Int = std::int64_t;

// The arguments that both share.
struct Triangle {
  mublasSideMode_t side;
  mublasFillMode_t uplo;
  mublasOperation_t trans;
  mublasDiagType_t diag;
  Int m, n, lda;

  Status check() const {
    return first({valid(side), valid(uplo), valid(trans), valid(diag), sizes(m, n),
                  leading(lda, side == MUBLAS_SIDE_LEFT ? m : n)});
  }
  bool empty() const { return m == 0 || n == 0; }
};

template <class T>
void trsm_once(const Triangle& t, T alpha, const T* a, T* b, Int ldb) {
  cblas::trsm<T>(CblasColMajor, native(t.side), native(t.uplo), native(t.trans), native(t.diag),
                 narrow_int(t.m), narrow_int(t.n), scalar(alpha), a, narrow_int(t.lda), b,
                 narrow_int(ldb));
}

template <class T, class As, class Bs>
Status launch_trsms(const Call& call, const Triangle& triangle, const T* alpha, As as, Bs bs,
                    Int ldb, Int batch) {
  return call.launch([=, alpha = call.scalar(alpha)] {
    const T times = alpha.get();
    for (Int i = 0; i < batch; ++i) {
      trsm_once<T>(triangle, times, as[i], bs[i], ldb);
    }
  });
}

template <class T>
Status trsm(const Call& call, mublasSideMode_t side, mublasFillMode_t uplo, mublasOperation_t trans,
            mublasDiagType_t diag, Int m, Int n, const T* alpha, const T* a, Int lda, T* b,
            Int ldb) {
  const Triangle triangle{side, uplo, trans, diag, m, n, lda};
  const Status bad = first({triangle.check(), leading(ldb, m)});
  if (bad != kSuccess || triangle.empty()) {
    return bad;
  }
  if (const Status null = pointers(alpha, a, b); null != kSuccess) {
    return null;
  }
  return launch_trsms<T>(call, triangle, alpha, StridedArray<const T>(a, 0), StridedArray<T>(b, 0),
                         ldb, 1);
}

template <class T>
Status trsm_batched(const Call& call, mublasSideMode_t side, mublasFillMode_t uplo,
                    mublasOperation_t trans, mublasDiagType_t diag, Int m, Int n, const T* alpha,
                    const T* const* a, Int lda, T* const* b, Int ldb, Int batch) {
  const Triangle triangle{side, uplo, trans, diag, m, n, lda};
  const Status bad = first({triangle.check(), leading(ldb, m), sizes(batch)});
  if (bad != kSuccess || triangle.empty() || batch == 0) {
    return bad;
  }
  if (const Status null = pointers(alpha, a, b); null != kSuccess) {
    return null;
  }
  return launch_trsms<T>(call, triangle, alpha, PointerArray<const T>(a), PointerArray<T>(b), ldb,
                         batch);
}

// C = alpha op(A) B or alpha B op(A); C may be B.
template <class T>
Status trmm(const Call& call, mublasSideMode_t side, mublasFillMode_t uplo, mublasOperation_t trans,
            mublasDiagType_t diag, Int m, Int n, const T* alpha, const T* a, Int lda, const T* b,
            Int ldb, T* c, Int ldc) {
  const Triangle triangle{side, uplo, trans, diag, m, n, lda};
  const Status bad = first({triangle.check(), leading(ldb, m), leading(ldc, m)});
  if (bad != kSuccess || triangle.empty()) {
    return bad;
  }
  if (const Status null = pointers(alpha, a, b, c); null != kSuccess) {
    return null;
  }
  return call.launch([=, alpha = call.scalar(alpha)] {
    const T times = alpha.get();
    const T* const from = backing(b);
    T* const to = backing(c);
    for (Int column = 0; from != to && column < n; ++column) {
      std::memcpy(static_cast<void*>(to + column * ldc), from + column * ldb,
                  static_cast<std::size_t>(m) * sizeof(T));
    }
    cblas::trmm<T>(CblasColMajor, native(side), native(uplo), native(trans), native(diag),
                   narrow_int(m), narrow_int(n), scalar(times), backing(a), narrow_int(lda), to,
                   narrow_int(ldc));
  });
}

}  // namespace musasim::blas
