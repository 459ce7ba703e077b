// Updates of symmetric and hermitian matrices by products: syrk, herk, syr2k, her2k, syrkx, herkx;
// and products with such matrices: symm, hemm.
#pragma once

#include "blas/cblas.h"
#include "mublas/call.h"

namespace musasim::blas {

using Int = std::int64_t;

// Complex symmetric updates know no conjugate transpose, hermitian ones no plain transpose.
template <bool kHermitian, class T>
Status valid_rank(mublasOperation_t trans) {
  if constexpr (!kComplex<T>) {
    return valid(trans);
  } else {
    return value_if(trans == MUBLAS_OP_N || trans == (kHermitian ? MUBLAS_OP_C : MUBLAS_OP_T));
  }
}

template <bool kHermitian, class T>
Status check_rank(mublasFillMode_t uplo, mublasOperation_t trans, Int n, Int k, Int lda, Int ldc) {
  return first({valid(uplo), valid_rank<kHermitian, T>(trans), sizes(n, k),
                leading(lda, trans == MUBLAS_OP_N ? n : k), leading(ldc, n)});
}

template <bool kHermitian, class T, class A>
Status rank_k(const Call& call, mublasFillMode_t uplo, mublasOperation_t trans, Int n, Int k,
              const A* alpha, const T* a, Int lda, const A* beta, T* c, Int ldc) {
  const Status bad = check_rank<kHermitian, T>(uplo, trans, n, k, lda, ldc);
  if (bad != kSuccess || n == 0) {
    return bad;
  }
  if (const Status null = pointers(alpha, a, beta, c); null != kSuccess) {
    return null;
  }
  return call.launch([=, alpha = call.scalar(alpha), beta = call.scalar(beta)] {
    const A times = alpha.get();
    const A keep = beta.get();
    const auto routine = [](auto... each) {
      if constexpr (kHermitian) {
        cblas::herk<T>(each...);
      } else {
        cblas::syrk<T>(each...);
      }
    };
    routine(CblasColMajor, native(uplo), native(trans), narrow_int(n), narrow_int(k), scalar(times),
            backing(a), narrow_int(lda), scalar(keep), backing(c), narrow_int(ldc));
  });
}

template <class T>
Status syrk(const Call& call, mublasFillMode_t uplo, mublasOperation_t trans, Int n, Int k,
            const T* alpha, const T* a, Int lda, const T* beta, T* c, Int ldc) {
  return rank_k<false>(call, uplo, trans, n, k, alpha, a, lda, beta, c, ldc);
}

template <class T>
Status herk(const Call& call, mublasFillMode_t uplo, mublasOperation_t trans, Int n, Int k,
            const Real<T>* alpha, const T* a, Int lda, const Real<T>* beta, T* c, Int ldc) {
  return rank_k<true>(call, uplo, trans, n, k, alpha, a, lda, beta, c, ldc);
}

// The diagonal of a hermitian matrix, which is real.
template <class T>
void make_diagonal_real(T* c, Int n, Int ldc) {
  for (Int i = 0; i < n; ++i) {
    c[i * (ldc + 1)] = c[i * (ldc + 1)].real();
  }
}

// kTwice: alpha op(A) op(B)' and its mirror image; else the first alone, of which the caller knows
// that it is symmetric, and only the triangle is computed.
template <bool kHermitian, bool kTwice, class T, class B>
void rank_2k_once(mublasFillMode_t uplo, mublasOperation_t trans, Int n, Int k, T alpha, const T* a,
                  Int lda, const T* b, Int ldb, B beta, T* c, Int ldc) {
  if constexpr (!kTwice) {
    const bool plain = trans == MUBLAS_OP_N;
    const CBLAS_TRANSPOSE turned = kHermitian ? CblasConjTrans : CblasTrans;
    const T keep = beta;
    cblas::gemmt<T>(CblasColMajor, native(uplo), plain ? CblasNoTrans : turned,
                    plain ? turned : CblasNoTrans, narrow_int(n), narrow_int(k), scalar(alpha), a,
                    narrow_int(lda), b, narrow_int(ldb), scalar(keep), c, narrow_int(ldc));
    if constexpr (kHermitian) {
      make_diagonal_real(c, n, ldc);
    }
  } else {
    const auto routine = [](auto... each) {
      if constexpr (kHermitian) {
        cblas::her2k<T>(each...);
      } else {
        cblas::syr2k<T>(each...);
      }
    };
    routine(CblasColMajor, native(uplo), native(trans), narrow_int(n), narrow_int(k), scalar(alpha),
            a, narrow_int(lda), b, narrow_int(ldb), scalar(beta), c, narrow_int(ldc));
  }
}

template <bool kHermitian, bool kTwice, class T, class B>
Status rank_2k(const Call& call, mublasFillMode_t uplo, mublasOperation_t trans, Int n, Int k,
               const T* alpha, const T* a, Int lda, const T* b, Int ldb, const B* beta, T* c,
               Int ldc) {
  const Status bad = first({check_rank<kHermitian, T>(uplo, trans, n, k, lda, ldc),
                            leading(ldb, trans == MUBLAS_OP_N ? n : k)});
  if (bad != kSuccess || n == 0) {
    return bad;
  }
  if (const Status null = pointers(alpha, a, b, beta, c); null != kSuccess) {
    return null;
  }
  return call.launch([=, alpha = call.scalar(alpha), beta = call.scalar(beta)] {
    rank_2k_once<kHermitian, kTwice>(uplo, trans, n, k, alpha.get(), backing(a), lda, backing(b),
                                     ldb, beta.get(), backing(c), ldc);
  });
}

#define MUSASIM_RANK_2K(NAME, HERMITIAN, TWICE)                                               \
  template <class T, class... A>                                                              \
  Status NAME(const Call& call, mublasFillMode_t uplo, mublasOperation_t trans, Int n, Int k, \
              const T* alpha, A... rest) {                                                    \
    return rank_2k<HERMITIAN, TWICE>(call, uplo, trans, n, k, alpha, rest...);                \
  }
MUSASIM_RANK_2K(syr2k, false, true)
MUSASIM_RANK_2K(her2k, true, true)
MUSASIM_RANK_2K(syrkx, false, false)
MUSASIM_RANK_2K(herkx, true, false)
#undef MUSASIM_RANK_2K

template <bool kHermitian, class T>
Status symmetric_mm(const Call& call, mublasSideMode_t side, mublasFillMode_t uplo, Int m, Int n,
                    const T* alpha, const T* a, Int lda, const T* b, Int ldb, const T* beta, T* c,
                    Int ldc) {
  const Status bad =
      first({valid(side), valid(uplo), sizes(m, n), leading(lda, side == MUBLAS_SIDE_LEFT ? m : n),
             leading(ldb, m), leading(ldc, m)});
  if (bad != kSuccess || m == 0 || n == 0) {
    return bad;
  }
  if (const Status null = pointers(alpha, a, b, beta, c); null != kSuccess) {
    return null;
  }
  return call.launch([=, alpha = call.scalar(alpha), beta = call.scalar(beta)] {
    const T times = alpha.get();
    const T keep = beta.get();
    const auto routine = [](auto... each) {
      if constexpr (kHermitian) {
        cblas::hemm<T>(each...);
      } else {
        cblas::symm<T>(each...);
      }
    };
    routine(CblasColMajor, native(side), native(uplo), narrow_int(m), narrow_int(n), scalar(times),
            backing(a), narrow_int(lda), backing(b), narrow_int(ldb), scalar(keep), backing(c),
            narrow_int(ldc));
  });
}

template <class T, class... A>
Status symm(const Call& call, mublasSideMode_t side, mublasFillMode_t uplo, Int m, Int n,
            const T* alpha, A... rest) {
  return symmetric_mm<false>(call, side, uplo, m, n, alpha, rest...);
}

template <class T, class... A>
Status hemm(const Call& call, mublasSideMode_t side, mublasFillMode_t uplo, Int m, Int n,
            const T* alpha, A... rest) {
  return symmetric_mm<true>(call, side, uplo, m, n, alpha, rest...);
}

}  // namespace musasim::blas
