// Batches of matrix-vector products; half and bfloat16 ones compute in float.
#pragma once

#include "mublas/batch.h"
#include "mublas/call.h"

namespace musasim::blas {

// One product whose elements are not those that it computes with.
template <class T, class Y>
void mixed_gemv(CBLAS_TRANSPOSE trans, std::int64_t m, std::int64_t n, float alpha, const T* a,
                std::int64_t lda, const T* x, std::int64_t incx, float beta, Y* y,
                std::int64_t incy) {
  const std::int64_t outputs = trans == CblasNoTrans ? m : n;
  const std::int64_t inputs = trans == CblasNoTrans ? n : m;
  const T* const from = incx < 0 ? x + (1 - inputs) * incx : x;
  Y* const to = incy < 0 ? y + (1 - outputs) * incy : y;
  const std::int64_t down = trans == CblasNoTrans ? 1 : lda;
  const std::int64_t along = trans == CblasNoTrans ? lda : 1;
  for (std::int64_t i = 0; i < outputs; ++i) {
    float sum = 0;
    for (std::int64_t k = 0; alpha != 0 && k < inputs; ++k) {
      sum += read<float>(a[i * down + k * along]) * read<float>(from[k * incx]);
    }
    Y& out = to[i * incy];
    write(out, beta == 0 ? alpha * sum : alpha * sum + beta * read<float>(out));
  }
}

template <class As, class Xs, class Ys, class A>
Status launch_gemv(const Call& call, mublasOperation_t trans, std::int64_t m, std::int64_t n,
                   const A* alpha, As as, std::int64_t lda, Xs xs, std::int64_t incx, const A* beta,
                   Ys ys, std::int64_t incy, std::int64_t batch) {
  return call.launch([=, alpha = call.scalar(alpha), beta = call.scalar(beta)] {
    const A times = alpha.get();
    const A keep = beta.get();
    for (std::int64_t i = 0; i < batch; ++i) {
      if constexpr (std::is_same_v<decltype(as[0]), const A*>) {
        cblas::gemv<A>(CblasColMajor, native(trans), narrow_int(m), narrow_int(n), scalar(times),
                       as[i], narrow_int(lda), xs[i], narrow_int(incx), scalar(keep), ys[i],
                       narrow_int(incy));
      } else {
        mixed_gemv(native(trans), m, n, times, as[i], lda, xs[i], incx, keep, ys[i], incy);
      }
    }
  });
}

inline Status check_gemv(mublasOperation_t trans, std::int64_t m, std::int64_t n, std::int64_t lda,
                         std::int64_t incx, std::int64_t incy, std::int64_t batch) {
  return first({valid(trans), sizes(m, n, batch), leading(lda, m), increments(incx, incy)});
}

template <class T, class Y, class A>
Status gemv_batched(const Call& call, mublasOperation_t trans, std::int64_t m, std::int64_t n,
                    const A* alpha, const T* const* a, std::int64_t lda, const T* const* x,
                    std::int64_t incx, const A* beta, Y* const* y, std::int64_t incy,
                    std::int64_t batch) {
  const Status bad = check_gemv(trans, m, n, lda, incx, incy, batch);
  if (bad != kSuccess || m == 0 || n == 0 || batch == 0) {
    return bad;
  }
  if (const Status null = pointers(alpha, a, x, beta, y); null != kSuccess) {
    return null;
  }
  return launch_gemv(call, trans, m, n, alpha, PointerArray<const T>(a), lda,
                     PointerArray<const T>(x), incx, beta, PointerArray<Y>(y), incy, batch);
}

template <class T, class Y, class A>
Status gemv_strided(const Call& call, mublasOperation_t trans, std::int64_t m, std::int64_t n,
                    const A* alpha, const T* a, std::int64_t lda, long long stride_a, const T* x,
                    std::int64_t incx, long long stride_x, const A* beta, Y* y, std::int64_t incy,
                    long long stride_y, std::int64_t batch) {
  const Status bad = check_gemv(trans, m, n, lda, incx, incy, batch);
  if (bad != kSuccess || m == 0 || n == 0 || batch == 0) {
    return bad;
  }
  if (const Status null = pointers(alpha, a, x, beta, y); null != kSuccess) {
    return null;
  }
  return launch_gemv(call, trans, m, n, alpha, StridedArray<const T>(a, stride_a), lda,
                     StridedArray<const T>(x, stride_x), incx, beta, StridedArray<Y>(y, stride_y),
                     incy, batch);
}

}  // namespace musasim::blas
