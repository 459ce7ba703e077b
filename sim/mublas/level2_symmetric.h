// Symmetric and hermitian matrices in full storage: products with vectors, updates of rank one and
// two. BLAS has no complex symmetric ones, so those are loops.
#pragma once

#include "blas/cblas.h"
#include "mublas/call.h"

namespace musasim::blas {

using Int = std::int64_t;

// A vector as element i, whatever its increment.
template <class T>
struct Strided {
  T* data;
  Int increment;

  Strided(T* x, Int n, Int step) : data(step < 0 ? x + (1 - n) * step : x), increment(step) {}
  T& operator[](Int i) const { return data[i * increment]; }
};

// The rows of a column that lie in the triangle.
struct Rows {
  Int begin, end;

  Rows(mublasFillMode_t uplo, Int column, Int n)
      : begin(uplo == MUBLAS_FILL_MODE_UPPER ? 0 : column),
        end(uplo == MUBLAS_FILL_MODE_UPPER ? column + 1 : n) {}
};

template <class T>
void symv_by_hand(mublasFillMode_t uplo, Int n, T alpha, const T* a, Int lda, const T* x, Int incx,
                  T beta, T* y, Int incy) {
  const Strided<const T> in(x, n, incx);
  const Strided<T> out(y, n, incy);
  for (Int row = 0; row < n; ++row) {
    T sum = 0;
    for (Int column = 0; alpha != T(0) && column < n; ++column) {
      const bool stored = (uplo == MUBLAS_FILL_MODE_UPPER) == (row <= column) || row == column;
      sum += (stored ? a[row + column * lda] : a[column + row * lda]) * in[column];
    }
    out[row] = alpha * sum + (beta == T(0) ? T(0) : beta * out[row]);
  }
}

template <bool kHermitian, class T>
Status symmetric_mv(const Call& call, mublasFillMode_t uplo, Int n, const T* alpha, const T* a,
                    Int lda, const T* x, Int incx, const T* beta, T* y, Int incy) {
  const Status bad = first({valid(uplo), sizes(n), leading(lda, n), increments(incx, incy)});
  if (bad != kSuccess || n == 0) {
    return bad;
  }
  if (const Status null = pointers(alpha, a, x, beta, y); null != kSuccess) {
    return null;
  }
  return call.launch([=, alpha = call.scalar(alpha), beta = call.scalar(beta)] {
    const T times = alpha.get();
    const T keep = beta.get();
    if constexpr (kHermitian) {
      cblas::hemv<T>(CblasColMajor, native(uplo), narrow_int(n), scalar(times), backing(a),
                     narrow_int(lda), backing(x), narrow_int(incx), scalar(keep), backing(y),
                     narrow_int(incy));
    } else if constexpr (kComplex<T>) {
      symv_by_hand(uplo, n, times, backing(a), lda, backing(x), incx, keep, backing(y), incy);
    } else {
      cblas::symv<T>(CblasColMajor, native(uplo), narrow_int(n), times, backing(a), narrow_int(lda),
                     backing(x), narrow_int(incx), keep, backing(y), narrow_int(incy));
    }
  });
}

template <class T, class... A>
Status symv(const Call& call, mublasFillMode_t uplo, Int n, const T* alpha, A... rest) {
  return symmetric_mv<false>(call, uplo, n, alpha, rest...);
}

template <class T, class... A>
Status hemv(const Call& call, mublasFillMode_t uplo, Int n, const T* alpha, A... rest) {
  return symmetric_mv<true>(call, uplo, n, alpha, rest...);
}

// A += alpha x x', in the triangle; x' is the transpose, or the conjugate one when hermitian. A is
// then real on the diagonal.
template <bool kHermitian, class T, class A>
Status rank1(const Call& call, mublasFillMode_t uplo, Int n, const A* alpha, const T* x, Int incx,
             T* a, Int lda) {
  const Status bad = first({valid(uplo), sizes(n), leading(lda, n), increments(incx)});
  if (bad != kSuccess || n == 0) {
    return bad;
  }
  if (const Status null = pointers(alpha, x, a); null != kSuccess) {
    return null;
  }
  return call.launch([=, alpha = call.scalar(alpha)] {
    const A times = alpha.get();
    if constexpr (kHermitian) {
      cblas::her<T>(CblasColMajor, native(uplo), narrow_int(n), times, backing(x), narrow_int(incx),
                    backing(a), narrow_int(lda));
    } else if constexpr (kComplex<T>) {
      const Strided<const T> in(backing(x), n, incx);
      T* const out = backing(a);
      for (Int column = 0; times != T(0) && column < n; ++column) {
        const Rows rows(uplo, column, n);
        for (Int row = rows.begin; row < rows.end; ++row) {
          out[row + column * lda] += times * in[row] * in[column];
        }
      }
    } else {
      cblas::syr<T>(CblasColMajor, native(uplo), narrow_int(n), times, backing(x), narrow_int(incx),
                    backing(a), narrow_int(lda));
    }
  });
}

template <class T>
Status syr(const Call& call, mublasFillMode_t uplo, Int n, const T* alpha, const T* x, Int incx,
           T* a, Int lda) {
  return rank1<false>(call, uplo, n, alpha, x, incx, a, lda);
}

template <class T>
Status her(const Call& call, mublasFillMode_t uplo, Int n, const Real<T>* alpha, const T* x,
           Int incx, T* a, Int lda) {
  return rank1<true>(call, uplo, n, alpha, x, incx, a, lda);
}

// A += alpha x y' + alpha' y x', in the triangle.
template <bool kHermitian, class T>
Status rank2(const Call& call, mublasFillMode_t uplo, Int n, const T* alpha, const T* x, Int incx,
             const T* y, Int incy, T* a, Int lda) {
  const Status bad = first({valid(uplo), sizes(n), leading(lda, n), increments(incx, incy)});
  if (bad != kSuccess || n == 0) {
    return bad;
  }
  if (const Status null = pointers(alpha, x, y, a); null != kSuccess) {
    return null;
  }
  return call.launch([=, alpha = call.scalar(alpha)] {
    const T times = alpha.get();
    if constexpr (kHermitian) {
      cblas::her2<T>(CblasColMajor, native(uplo), narrow_int(n), scalar(times), backing(x),
                     narrow_int(incx), backing(y), narrow_int(incy), backing(a), narrow_int(lda));
    } else if constexpr (kComplex<T>) {
      const Strided<const T> one(backing(x), n, incx);
      const Strided<const T> other(backing(y), n, incy);
      T* const out = backing(a);
      for (Int column = 0; times != T(0) && column < n; ++column) {
        const Rows rows(uplo, column, n);
        for (Int row = rows.begin; row < rows.end; ++row) {
          out[row + column * lda] += times * (one[row] * other[column] + other[row] * one[column]);
        }
      }
    } else {
      cblas::syr2<T>(CblasColMajor, native(uplo), narrow_int(n), times, backing(x),
                     narrow_int(incx), backing(y), narrow_int(incy), backing(a), narrow_int(lda));
    }
  });
}

template <class T, class... A>
Status syr2(const Call& call, mublasFillMode_t uplo, Int n, const T* alpha, A... rest) {
  return rank2<false>(call, uplo, n, alpha, rest...);
}

template <class T, class... A>
Status her2(const Call& call, mublasFillMode_t uplo, Int n, const T* alpha, A... rest) {
  return rank2<true>(call, uplo, n, alpha, rest...);
}

}  // namespace musasim::blas
