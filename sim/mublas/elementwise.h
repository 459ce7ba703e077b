// Matrix functions element by element: geam adds two matrices, dgmm multiplies by a diagonal one.
#pragma once

#include "mublas/call.h"

namespace musasim::blas {

using Int = std::int64_t;

// Element (row, column) of op(A).
template <class T>
T transposed(mublasOperation_t trans, const T* a, Int lda, Int row, Int column) {
  if (trans == MUBLAS_OP_N) {
    return a[row + column * lda];
  }
  const T value = a[column + row * lda];
  return trans == MUBLAS_OP_C ? conjugate(value) : value;
}

// C = alpha op(A) + beta op(B); a scalar of zero leaves its matrix unread. C may be an operand that
// is not transposed.
template <class T>
Status geam(const Call& call, mublasOperation_t transa, mublasOperation_t transb, Int m, Int n,
            const T* alpha, const T* a, Int lda, const T* beta, const T* b, Int ldb, T* c,
            Int ldc) {
  const Status bad =
      first({valid(transa), valid(transb), sizes(m, n), leading(lda, transa == MUBLAS_OP_N ? m : n),
             leading(ldb, transb == MUBLAS_OP_N ? m : n), leading(ldc, m),
             value_if((c != a || (transa == MUBLAS_OP_N && lda == ldc)) &&
                      (c != b || (transb == MUBLAS_OP_N && ldb == ldc)))});
  if (bad != kSuccess || m == 0 || n == 0) {
    return bad;
  }
  if (const Status null = pointers(alpha, beta, c); null != kSuccess) {
    return null;
  }
  // Only a scalar that is known to be zero excuses its matrix.
  const bool needs_a = call.device_scalars() || *alpha != T(0);
  const bool needs_b = call.device_scalars() || *beta != T(0);
  if ((needs_a && a == nullptr) || (needs_b && b == nullptr)) {
    return MUBLAS_STATUS_INVALID_POINTER;
  }
  return call.launch([=, alpha = call.scalar(alpha), beta = call.scalar(beta)] {
    const T times_a = alpha.get();
    const T times_b = beta.get();
    const T* const one = backing(a);
    const T* const other = backing(b);
    T* const out = backing(c);
    for (Int column = 0; column < n; ++column) {
      for (Int row = 0; row < m; ++row) {
        T sum = 0;
        if (times_a != T(0)) sum += times_a * transposed(transa, one, lda, row, column);
        if (times_b != T(0)) sum += times_b * transposed(transb, other, ldb, row, column);
        out[row + column * ldc] = sum;
      }
    }
  });
}

// C = diag(x) A or A diag(x).
template <class T>
Status dgmm(const Call& call, mublasSideMode_t side, Int m, Int n, const T* a, Int lda, const T* x,
            Int incx, T* c, Int ldc) {
  const Status bad = first({valid(side), sizes(m, n), leading(lda, m), leading(ldc, m)});
  if (bad != kSuccess || m == 0 || n == 0) {
    return bad;
  }
  if (const Status null = pointers(a, x, c); null != kSuccess) {
    return null;
  }
  return call.launch([=] {
    const Int length = side == MUBLAS_SIDE_LEFT ? m : n;
    const T* const diagonal = incx < 0 ? backing(x) + (1 - length) * incx : backing(x);
    const T* const in = backing(a);
    T* const out = backing(c);
    for (Int column = 0; column < n; ++column) {
      for (Int row = 0; row < m; ++row) {
        const Int i = side == MUBLAS_SIDE_LEFT ? row : column;
        out[row + column * ldc] = in[row + column * lda] * diagonal[i * incx];
      }
    }
  });
}

}  // namespace musasim::blas
