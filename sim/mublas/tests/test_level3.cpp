// Matrix-matrix functions against plain loops, for every type, option and both integer widths.
#include "mublas/tests/support.h"

using namespace blas_test;

// The functions tested here, by type: the name without prefix takes it as template argument.
namespace {

BLAS_TEST_ALL(gemm, mublasSgemm, mublasDgemm, mublasCgemm, mublasZgemm)
BLAS_TEST_ALL(gemm_64, mublasSgemm_64, mublasDgemm_64, mublasCgemm_64, mublasZgemm_64)
BLAS_TEST_COMPLEX(gemm3m, mublasCgemm3m, mublasZgemm3m)
BLAS_TEST_COMPLEX(gemm3m_64, mublasCgemm3m_64, mublasZgemm3m_64)
BLAS_TEST_ALL(symm, mublasSsymm, mublasDsymm, mublasCsymm, mublasZsymm)
BLAS_TEST_ALL(symm_64, mublasSsymm_64, mublasDsymm_64, mublasCsymm_64, mublasZsymm_64)
BLAS_TEST_COMPLEX(hemm, mublasChemm, mublasZhemm)
BLAS_TEST_COMPLEX(hemm_64, mublasChemm_64, mublasZhemm_64)
BLAS_TEST_ALL(syrk, mublasSsyrk, mublasDsyrk, mublasCsyrk, mublasZsyrk)
BLAS_TEST_ALL(syrk_64, mublasSsyrk_64, mublasDsyrk_64, mublasCsyrk_64, mublasZsyrk_64)
BLAS_TEST_ALL(syr2k, mublasSsyr2k, mublasDsyr2k, mublasCsyr2k, mublasZsyr2k)
BLAS_TEST_ALL(syr2k_64, mublasSsyr2k_64, mublasDsyr2k_64, mublasCsyr2k_64, mublasZsyr2k_64)
BLAS_TEST_ALL(syrkx, mublasSsyrkx, mublasDsyrkx, mublasCsyrkx, mublasZsyrkx)
BLAS_TEST_ALL(syrkx_64, mublasSsyrkx_64, mublasDsyrkx_64, mublasCsyrkx_64, mublasZsyrkx_64)
BLAS_TEST_COMPLEX(herk, mublasCherk, mublasZherk)
BLAS_TEST_COMPLEX(herk_64, mublasCherk_64, mublasZherk_64)
BLAS_TEST_COMPLEX(her2k, mublasCher2k, mublasZher2k)
BLAS_TEST_COMPLEX(her2k_64, mublasCher2k_64, mublasZher2k_64)
BLAS_TEST_COMPLEX(herkx, mublasCherkx, mublasZherkx)
BLAS_TEST_COMPLEX(herkx_64, mublasCherkx_64, mublasZherkx_64)
BLAS_TEST_ALL(trmm, mublasStrmm, mublasDtrmm, mublasCtrmm, mublasZtrmm)
BLAS_TEST_ALL(trsm, mublasStrsm, mublasDtrsm, mublasCtrsm, mublasZtrsm)
BLAS_TEST_ALL(trmm_64, mublasStrmm_64, mublasDtrmm_64, mublasCtrmm_64, mublasZtrmm_64)
BLAS_TEST_ALL(trsm_64, mublasStrsm_64, mublasDtrsm_64, mublasCtrsm_64, mublasZtrsm_64)
BLAS_TEST_ALL(geam, mublasSgeam, mublasDgeam, mublasCgeam, mublasZgeam)
BLAS_TEST_ALL(geam_64, mublasSgeam_64, mublasDgeam_64, mublasCgeam_64, mublasZgeam_64)
BLAS_TEST_ALL(dgmm, mublasSdgmm, mublasDdgmm, mublasCdgmm, mublasZdgmm)
BLAS_TEST_ALL(dgmm_64, mublasSdgmm_64, mublasDdgmm_64, mublasCdgmm_64, mublasZdgmm_64)

}  // namespace

namespace {

constexpr int kM = 5;
constexpr int kN = 4;
constexpr int kK = 3;
constexpr int kLd = 7;
constexpr std::size_t kSize = kLd * 6;

template <class T>
Device<T> matrix(unsigned seed) {
  return Device<T>(random_values<T>(kSize, seed));
}

// An operand as it lies in memory when op() of it is rows x columns.
template <class T>
Plain operand(const Device<T>& a, mublasOperation_t trans, int rows, int columns) {
  const bool plain_one = trans == MUBLAS_OP_N;
  return op(trans, plain(a.host, plain_one ? rows : columns, plain_one ? columns : rows, kLd));
}

template <class T>
struct Scalars {
  T alpha = from_wide<T>({1.5, 0.5});
  T beta = from_wide<T>({-0.5, 1});
};

}  // namespace

TEST(gemm_multiplies_matrices) {
  const Handle handle;
  for_types([&](auto type) {
    using T = decltype(type);
    const Scalars<T> s;
    for (const auto transa : kOperations) {
      for (const auto transb : kOperations) {
        const auto a = matrix<T>(1), b = matrix<T>(2);
        auto c = matrix<T>(3);
        const Plain product =
            wide(s.alpha) * (operand(a, transa, kM, kK) * operand(b, transb, kK, kN));
        const Plain once = product + wide(s.beta) * plain(c.host, kM, kN, kLd);
        const auto first = overlaid(c.host, once, kLd);
        const auto second = overlaid(c.host, product + wide(s.beta) * once, kLd);
        MUBLAS_OK(gemm<T>(handle, transa, transb, kM, kN, kK, &s.alpha, a.get(), kLd, b.get(), kLd,
                          &s.beta, c.get(), kLd));
        NEAR(c.read(), first);
        MUBLAS_OK(gemm_64<T>(handle, transa, transb, kM, kN, kK, &s.alpha, a.get(), kLd, b.get(),
                             kLd, &s.beta, c.get(), kLd));
        NEAR(c.read(), second);
      }
    }
  });
}

TEST(gemm3m_is_gemm_for_complex_types) {
  const Handle handle;
  for_complex_types([&](auto type) {
    using T = decltype(type);
    const Scalars<T> s;
    const T zero{};
    const auto a = matrix<T>(1), b = matrix<T>(2);
    auto c = matrix<T>(3);
    const Plain product =
        wide(s.alpha) * (operand(a, MUBLAS_OP_C, kM, kK) * operand(b, MUBLAS_OP_N, kK, kN));
    const auto once = overlaid(c.host, product + wide(s.beta) * plain(c.host, kM, kN, kLd), kLd);
    const auto without = overlaid(c.host, product, kLd);
    MUBLAS_OK(gemm3m<T>(handle, MUBLAS_OP_C, MUBLAS_OP_N, kM, kN, kK, &s.alpha, a.get(), kLd,
                        b.get(), kLd, &s.beta, c.get(), kLd));
    NEAR(c.read(), once);
    MUBLAS_OK(gemm3m_64<T>(handle, MUBLAS_OP_C, MUBLAS_OP_N, kM, kN, kK, &s.alpha, a.get(), kLd,
                           b.get(), kLd, &zero, c.get(), kLd));
    NEAR(c.read(), without);
  });
}

TEST(half_gemm_accumulates_in_float) {
  const Handle handle;
  const __half one = __float2half(1), zero = __float2half(0);
  // 4096 products of 1 and 1/4096 and then 2048: in half the sum would stop growing on the way.
  const int k = 4096;
  std::vector<__half> ones(k + 1, one), parts(k + 1, __float2half(1.0F));
  parts[0] = __float2half(2048);
  Device<__half> a(ones), b(parts), c(std::vector<__half>{__float2half(NAN)});
  MUBLAS_OK(
      mublasHgemm(handle, MUBLAS_OP_N, MUBLAS_OP_N, 1, 1, k, &one, a, 1, b, k + 1, &zero, c, 1));
  EQUAL(__half2float(c.read()[0]), __half2float(__float2half(2048.0F + 4095.0F)));
  MUBLAS_OK(
      mublasHgemm_64(handle, MUBLAS_OP_T, MUBLAS_OP_N, 1, 1, 2, &one, a, 2, b, 2, &one, c, 1));
  EQUAL(__half2float(c.read()[0]), 8192.0F);
  for (const auto transa : kOperations) {
    for (const auto transb : kOperations) {
      const auto x = matrix<__half>(1), y = matrix<__half>(2);
      auto z = matrix<__half>(3);
      const Plain wanted =
          operand(x, transa, kM, kK) * operand(y, transb, kK, kN) + plain(z.host, kM, kN, kLd);
      const auto all = overlaid(z.host, wanted, kLd);
      MUBLAS_OK(
          mublasHgemm(handle, transa, transb, kM, kN, kK, &one, x, kLd, y, kLd, &one, z, kLd));
      NEAR(z.read(), all);
    }
  }
}

TEST(gemm_without_inner_dimension_scales_c) {
  const Handle handle;
  for_types([&](auto type) {
    using T = decltype(type);
    const Scalars<T> s;
    auto c = matrix<T>(3);
    const auto wanted = overlaid(c.host, wide(s.beta) * plain(c.host, kM, kN, kLd), kLd);
    MUBLAS_OK(gemm<T>(handle, MUBLAS_OP_N, MUBLAS_OP_N, kM, kN, 0, &s.alpha,
                      static_cast<const T*>(nullptr), kLd, static_cast<const T*>(nullptr), kLd,
                      &s.beta, c.get(), kLd));
    NEAR(c.read(), wanted);
  });
}

TEST(gemm_with_beta_zero_clears_nan) {
  const Handle handle;
  for_types([&](auto type) {
    using T = decltype(type);
    const T alpha = from_wide<T>(1), beta{};
    const auto a = matrix<T>(1), b = matrix<T>(2);
    Device<T> c(std::vector<T>(kM * kN, from_wide<T>({NAN, NAN})));
    const Plain wanted = operand(a, MUBLAS_OP_N, kM, kK) * operand(b, MUBLAS_OP_N, kK, kN);
    MUBLAS_OK(gemm<T>(handle, MUBLAS_OP_N, MUBLAS_OP_N, kM, kN, kK, &alpha, a.get(), kLd, b.get(),
                      kLd, &beta, c.get(), kM));
    NEAR(c.read(), wanted.at_);
  });
}

namespace {

// symm and hemm, by the call given: call(narrow, side, uplo, alpha, a, b, beta, c).
template <class T, class F>
void check_symmetric_mm(bool hermitian, F call) {
  const Scalars<T> s;
  for (const auto side : kSides) {
    for (const auto uplo : kFills) {
      const bool left = side == MUBLAS_SIDE_LEFT;
      const auto a = matrix<T>(1), b = matrix<T>(2);
      auto c = matrix<T>(3);
      const int order = left ? kM : kN;
      const Plain full = symmetric(plain(a.host, order, order, kLd), uplo, hermitian);
      const Plain other = plain(b.host, kM, kN, kLd);
      const Plain product = wide(s.alpha) * (left ? full * other : other * full);
      const Plain once = product + wide(s.beta) * plain(c.host, kM, kN, kLd);
      const auto first = overlaid(c.host, once, kLd);
      const auto second = overlaid(c.host, product + wide(s.beta) * once, kLd);
      call(true, side, uplo, &s.alpha, a.get(), b.get(), &s.beta, c.get());
      NEAR(c.read(), first);
      call(false, side, uplo, &s.alpha, a.get(), b.get(), &s.beta, c.get());
      NEAR(c.read(), second);
    }
  }
}

}  // namespace

TEST(symm_for_every_type) {
  const Handle handle;
  for_types([&](auto type) {
    using T = decltype(type);
    check_symmetric_mm<T>(false, [&](bool narrow, auto side, auto uplo, auto alpha, auto a, auto b,
                                     auto beta, auto c) {
      MUBLAS_OK(narrow
                    ? symm<T>(handle, side, uplo, kM, kN, alpha, a, kLd, b, kLd, beta, c, kLd)
                    : symm_64<T>(handle, side, uplo, kM, kN, alpha, a, kLd, b, kLd, beta, c, kLd));
    });
  });
}

TEST(hemm_of_complex_types) {
  const Handle handle;
  for_complex_types([&](auto type) {
    using T = decltype(type);
    check_symmetric_mm<T>(true, [&](bool narrow, auto side, auto uplo, auto alpha, auto a, auto b,
                                    auto beta, auto c) {
      MUBLAS_OK(narrow
                    ? hemm<T>(handle, side, uplo, kM, kN, alpha, a, kLd, b, kLd, beta, c, kLd)
                    : hemm_64<T>(handle, side, uplo, kM, kN, alpha, a, kLd, b, kLd, beta, c, kLd));
    });
  });
}

namespace {

// Updates of a triangle: `step` is what one call adds to beta C, call(narrow, ..) makes it.
template <class T, class F>
void check_update(mublasFillMode_t uplo, const Plain& step, Complex beta, bool hermitian, F call) {
  auto c = matrix<T>(3);
  Plain once = step + beta * plain(c.host, kN, kN, kLd);
  for (int i = 0; hermitian && i < kN; ++i) once.at(i, i) = once.at(i, i).real();
  const auto first = overlaid(c.host, once, kLd, uplo);
  const auto second = overlaid(c.host, step + beta * once, kLd, uplo);
  call(true, c.get());
  NEAR(c.read(), first);
  call(false, c.get());
  NEAR(c.read(), second);
}

// The operand of an update: n x k, or k x n when it is transposed.
template <class T>
Plain tall(const Device<T>& a, mublasOperation_t trans) {
  return operand(a, trans, kN, kK);
}

}  // namespace

TEST(syrk_syr2k_and_syrkx) {
  const Handle handle;
  for_types([&](auto type) {
    using T = decltype(type);
    const Scalars<T> s;
    for (const auto uplo : kFills) {
      for (const auto trans : {MUBLAS_OP_N, MUBLAS_OP_T}) {
        const auto a = matrix<T>(1), b = matrix<T>(2);
        const Plain u = tall(a, trans), v = tall(b, trans);
        const Plain uu = u * op(MUBLAS_OP_T, u), uv = u * op(MUBLAS_OP_T, v),
                    vu = v * op(MUBLAS_OP_T, u);
        check_update<T>(uplo, wide(s.alpha) * uu, wide(s.beta), false, [&](bool narrow, T* c) {
          MUBLAS_OK(
              narrow ? syrk<T>(handle, uplo, trans, kN, kK, &s.alpha, a.get(), kLd, &s.beta, c, kLd)
                     : syrk_64<T>(handle, uplo, trans, kN, kK, &s.alpha, a.get(), kLd, &s.beta, c,
                                  kLd));
        });
        check_update<T>(
            uplo, wide(s.alpha) * (uv + vu), wide(s.beta), false, [&](bool narrow, T* c) {
              MUBLAS_OK(narrow ? syr2k<T>(handle, uplo, trans, kN, kK, &s.alpha, a.get(), kLd,
                                          b.get(), kLd, &s.beta, c, kLd)
                               : syr2k_64<T>(handle, uplo, trans, kN, kK, &s.alpha, a.get(), kLd,
                                             b.get(), kLd, &s.beta, c, kLd));
            });
        check_update<T>(uplo, wide(s.alpha) * uv, wide(s.beta), false, [&](bool narrow, T* c) {
          MUBLAS_OK(narrow ? syrkx<T>(handle, uplo, trans, kN, kK, &s.alpha, a.get(), kLd, b.get(),
                                      kLd, &s.beta, c, kLd)
                           : syrkx_64<T>(handle, uplo, trans, kN, kK, &s.alpha, a.get(), kLd,
                                         b.get(), kLd, &s.beta, c, kLd));
        });
      }
    }
  });
}

TEST(herk_her2k_and_herkx) {
  const Handle handle;
  for_complex_types([&](auto type) {
    using T = decltype(type);
    using R = RealOf<T>;
    const T alpha = from_wide<T>({1.5, 0.5});
    const R factor = 2, beta = -0.5;
    for (const auto uplo : kFills) {
      for (const auto trans : {MUBLAS_OP_N, MUBLAS_OP_C}) {
        const auto a = matrix<T>(1), b = matrix<T>(2);
        const Plain u = tall(a, trans), v = tall(b, trans);
        const Plain uu = u * op(MUBLAS_OP_C, u), uv = wide(alpha) * (u * op(MUBLAS_OP_C, v));
        const Plain both = uv + op(MUBLAS_OP_C, uv);
        check_update<T>(uplo, 2.0 * uu, -0.5, true, [&](bool narrow, T* c) {
          MUBLAS_OK(
              narrow
                  ? herk<T>(handle, uplo, trans, kN, kK, &factor, a.get(), kLd, &beta, c, kLd)
                  : herk_64<T>(handle, uplo, trans, kN, kK, &factor, a.get(), kLd, &beta, c, kLd));
        });
        check_update<T>(uplo, both, -0.5, true, [&](bool narrow, T* c) {
          MUBLAS_OK(narrow ? her2k<T>(handle, uplo, trans, kN, kK, &alpha, a.get(), kLd, b.get(),
                                      kLd, &beta, c, kLd)
                           : her2k_64<T>(handle, uplo, trans, kN, kK, &alpha, a.get(), kLd, b.get(),
                                         kLd, &beta, c, kLd));
        });
        // A product of one matrix with itself, so that the result is hermitian.
        check_update<T>(uplo, 2.0 * uu, -0.5, true, [&](bool narrow, T* c) {
          const T two = from_wide<T>(2);
          MUBLAS_OK(narrow ? herkx<T>(handle, uplo, trans, kN, kK, &two, a.get(), kLd, a.get(), kLd,
                                      &beta, c, kLd)
                           : herkx_64<T>(handle, uplo, trans, kN, kK, &two, a.get(), kLd, a.get(),
                                         kLd, &beta, c, kLd));
        });
      }
    }
  });
}

TEST(trmm_and_trsm_undo_each_other) {
  const Handle handle;
  for_types([&](auto type) {
    using T = decltype(type);
    const T alpha = from_wide<T>({2, 1}), inverse = from_wide<T>(1.0 / wide(alpha));
    for (const auto side : kSides) {
      for (const auto uplo : kFills) {
        for (const auto trans : kOperations) {
          for (const auto diag : kDiagonals) {
            const bool left = side == MUBLAS_SIDE_LEFT;
            const int order = left ? kM : kN;
            Device<T> a(strong_diagonal(random_values<T>(kSize), order, kLd));
            const auto b = matrix<T>(2);
            auto c = matrix<T>(3);
            const Plain full = op(trans, triangle(plain(a.host, order, order, kLd), uplo, diag));
            const Plain other = plain(b.host, kM, kN, kLd);
            const auto product =
                overlaid(c.host, wide(alpha) * (left ? full * other : other * full), kLd);
            const auto back = overlaid(c.host, other, kLd);
            MUBLAS_OK(trmm<T>(handle, side, uplo, trans, diag, kM, kN, &alpha, a.get(), kLd,
                              b.get(), kLd, c.get(), kLd));
            NEAR(c.read(), product);
            MUBLAS_OK(trsm<T>(handle, side, uplo, trans, diag, kM, kN, &inverse, a.get(), kLd,
                              c.get(), kLd));
            NEAR(c.read(), back, 10);
            // In place, with wide integers.
            MUBLAS_OK(trmm_64<T>(handle, side, uplo, trans, diag, kM, kN, &alpha, a.get(), kLd,
                                 c.get(), kLd, c.get(), kLd));
            NEAR(c.read(), product, 10);
            MUBLAS_OK(trsm_64<T>(handle, side, uplo, trans, diag, kM, kN, &inverse, a.get(), kLd,
                                 c.get(), kLd));
            NEAR(c.read(), back, 10);
          }
        }
      }
    }
  });
}

TEST(geam_adds_transposed_matrices) {
  const Handle handle;
  for_types([&](auto type) {
    using T = decltype(type);
    const Scalars<T> s;
    const T zero{};
    for (const auto transa : kOperations) {
      for (const auto transb : kOperations) {
        const auto a = matrix<T>(1), b = matrix<T>(2);
        auto c = matrix<T>(3);
        const Plain one = wide(s.alpha) * operand(a, transa, kM, kN);
        const auto sum = overlaid(c.host, one + wide(s.beta) * operand(b, transb, kM, kN), kLd);
        const auto alone = overlaid(c.host, one, kLd);
        MUBLAS_OK(geam<T>(handle, transa, transb, kM, kN, &s.alpha, a.get(), kLd, &s.beta, b.get(),
                          kLd, c.get(), kLd));
        NEAR(c.read(), sum);
        MUBLAS_OK(geam_64<T>(handle, transa, transb, kM, kN, &s.alpha, a.get(), kLd, &zero,
                             static_cast<const T*>(nullptr), kLd, c.get(), kLd));
        NEAR(c.read(), alone);
      }
    }
    auto a = matrix<T>(1);
    MUBLAS_FAILS(geam<T>(handle, MUBLAS_OP_T, MUBLAS_OP_N, kN, kN, &s.alpha, a.get(), kLd, &zero,
                         a.get(), kLd, a.get(), kLd),
                 MUBLAS_STATUS_INVALID_VALUE);
  });
}

TEST(dgmm_scales_rows_or_columns) {
  const Handle handle;
  for_types([&](auto type) {
    using T = decltype(type);
    for (const auto side : kSides) {
      for (const int step : {1, -2}) {
        const bool left = side == MUBLAS_SIDE_LEFT;
        const int length = left ? kM : kN;
        const auto a = matrix<T>(1);
        auto c = matrix<T>(3);
        Device<T> x(random_values<T>(static_cast<std::size_t>(length * std::abs(step)), 5));
        Plain wanted = plain(a.host, kM, kN, kLd);
        for (int row = 0; row < kM; ++row) {
          for (int column = 0; column < kN; ++column) {
            const int i = left ? row : column;
            const int place = step < 0 ? (i + 1 - length) * step : i * step;
            wanted.at(row, column) *= wide(x.host[static_cast<std::size_t>(place)]);
          }
        }
        const auto all = overlaid(c.host, wanted, kLd);
        MUBLAS_OK(
            step == 1
                ? dgmm<T>(handle, side, kM, kN, a.get(), kLd, x.get(), step, c.get(), kLd)
                : dgmm_64<T>(handle, side, kM, kN, a.get(), kLd, x.get(), step, c.get(), kLd));
        NEAR(c.read(), all);
      }
    }
  });
}

TEST(large_products_agree_with_loops) {
  const Handle handle;
  const int n = 70;
  const float one = 1, zero = 0;
  Device<float> a(random_values<float>(n * n, 1)), b(random_values<float>(n * n, 2)), c(n * n);
  const Plain wanted = plain(a.host, n, n, n) * plain(b.host, n, n, n);
  MUBLAS_OK(mublasSgemm(handle, MUBLAS_OP_N, MUBLAS_OP_N, n, n, n, &one, a, n, b, n, &zero, c, n));
  NEAR(c.read(), wanted.at_);
}

TEST(bad_arguments_have_their_statuses) {
  const Handle handle;
  Device<float> a(16);
  const float one = 1;
  const auto gemm = [&](mublasOperation_t trans, int m, int lda, int ldc, const float* b) {
    return mublasSgemm(handle, trans, MUBLAS_OP_N, m, 4, 4, &one, a, lda, b, 4, &one, a, ldc);
  };
  const auto bad = static_cast<mublasOperation_t>(1);
  MUBLAS_FAILS(gemm(bad, 4, 4, 4, a), MUBLAS_STATUS_INVALID_VALUE);
  MUBLAS_FAILS(gemm(MUBLAS_OP_N, -1, 4, 4, a), MUBLAS_STATUS_INVALID_SIZE);
  MUBLAS_FAILS(gemm(MUBLAS_OP_N, 4, 3, 4, a), MUBLAS_STATUS_INVALID_SIZE);
  MUBLAS_FAILS(gemm(MUBLAS_OP_N, 4, 4, 3, a), MUBLAS_STATUS_INVALID_SIZE);
  MUBLAS_FAILS(gemm(MUBLAS_OP_N, 4, 4, 4, nullptr), MUBLAS_STATUS_INVALID_POINTER);
  MUBLAS_FAILS(mublasStrsm(handle, static_cast<mublasSideMode_t>(0), MUBLAS_FILL_MODE_UPPER,
                           MUBLAS_OP_N, MUBLAS_DIAG_UNIT, 4, 4, &one, a, 4, a, 4),
               MUBLAS_STATUS_INVALID_VALUE);
  const muComplex complex_one = make_muComplex(1, 0);
  MUBLAS_FAILS(mublasCsyrk(handle, MUBLAS_FILL_MODE_UPPER, MUBLAS_OP_C, 2, 2, &complex_one,
                           reinterpret_cast<muComplex*>(a.get()), 2, &complex_one,
                           reinterpret_cast<muComplex*>(a.get()), 2),
               MUBLAS_STATUS_INVALID_VALUE);
}

TEST_MAIN()
