// Matrix products: one, behind pointers, at distances; half ones compute in float.
#pragma once

#include "blas/product.h"
#include "mublas/batch.h"
#include "mublas/call.h"

namespace musasim::blas {

using Int = std::int64_t;

// The arguments that all products share.
struct Shape {
  mublasOperation_t transa, transb;
  Int m, n, k, lda, ldb, ldc;

  Status check(Int batch = 0) const {
    return first({valid(transa), valid(transb), sizes(m, n, k, batch),
                  leading(lda, transa == MUBLAS_OP_N ? m : k),
                  leading(ldb, transb == MUBLAS_OP_N ? k : n), leading(ldc, m)});
  }
  bool empty() const { return m == 0 || n == 0; }
  Product product(musaDataType_t type_a, const void* a, musaDataType_t type_b,
                  const void* b) const {
    return Product{native(transa), native(transb),         narrow_int(m),         narrow_int(n),
                   narrow_int(k),  Matrix{type_a, a, lda}, Matrix{type_b, b, ldb}};
  }
};

template <class T>
void gemm_once(const Shape& s, T alpha, const T* a, const T* b, T beta, T* c) {
  if constexpr (std::is_same_v<T, Half>) {
    multiply_add<float>(s.product(MUSA_R_16F, a, MUSA_R_16F, b), alpha.value(), beta.value(),
                        MUSA_R_16F, c, s.ldc);
  } else {
    cblas::gemm<T>(CblasColMajor, native(s.transa), native(s.transb), narrow_int(s.m),
                   narrow_int(s.n), narrow_int(s.k), scalar(alpha), a, narrow_int(s.lda), b,
                   narrow_int(s.ldb), scalar(beta), c, narrow_int(s.ldc));
  }
}

// Launches the products of a batch; As, Bs and Cs give the matrices by index.
template <class T, class As, class Bs, class Cs>
Status launch_gemms(const Call& call, const Shape& shape, const T* alpha, As as, Bs bs,
                    const T* beta, Cs cs, Int batch) {
  return call.launch([=, alpha = call.scalar(alpha), beta = call.scalar(beta)] {
    const T times = alpha.get();
    const T keep = beta.get();
    for (Int i = 0; i < batch; ++i) {
      gemm_once<T>(shape, times, as[i], bs[i], keep, cs[i]);
    }
  });
}

template <class T>
Status gemm_strided(const Call& call, mublasOperation_t transa, mublasOperation_t transb, Int m,
                    Int n, Int k, const T* alpha, const T* a, Int lda, long long stride_a,
                    const T* b, Int ldb, long long stride_b, const T* beta, T* c, Int ldc,
                    long long stride_c, Int batch) {
  const Shape shape{transa, transb, m, n, k, lda, ldb, ldc};
  const Status bad = shape.check(batch);
  if (bad != kSuccess || shape.empty() || batch == 0) {
    return bad;
  }
  const Status null = first({pointers(alpha, beta, c), k == 0 ? kSuccess : pointers(a, b)});
  if (null != kSuccess) {
    return null;
  }
  return launch_gemms<T>(call, shape, alpha, StridedArray<const T>(a, stride_a),
                         StridedArray<const T>(b, stride_b), beta, StridedArray<T>(c, stride_c),
                         batch);
}

template <class T>
Status gemm(const Call& call, mublasOperation_t transa, mublasOperation_t transb, Int m, Int n,
            Int k, const T* alpha, const T* a, Int lda, const T* b, Int ldb, const T* beta, T* c,
            Int ldc) {
  return gemm_strided(call, transa, transb, m, n, k, alpha, a, lda, 0LL, b, ldb, 0LL, beta, c, ldc,
                      0LL, Int{1});
}

template <class T>
Status gemm_batched(const Call& call, mublasOperation_t transa, mublasOperation_t transb, Int m,
                    Int n, Int k, const T* alpha, const T* const* a, Int lda, const T* const* b,
                    Int ldb, const T* beta, T* const* c, Int ldc, Int batch) {
  const Shape shape{transa, transb, m, n, k, lda, ldb, ldc};
  const Status bad = shape.check(batch);
  if (bad != kSuccess || shape.empty() || batch == 0) {
    return bad;
  }
  if (const Status null = pointers(alpha, a, b, beta, c); null != kSuccess) {
    return null;
  }
  return launch_gemms<T>(call, shape, alpha, PointerArray<const T>(a), PointerArray<const T>(b),
                         beta, PointerArray<T>(c), batch);
}

}  // namespace musasim::blas
