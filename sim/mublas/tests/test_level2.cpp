// Matrix-vector functions against plain loops, for every type, option and both integer widths.
#include "mublas/tests/support.h"

using namespace blas_test;

// The functions tested here, by type: the name without prefix takes it as template argument.
namespace {

BLAS_TEST_ALL(gemv, mublasSgemv, mublasDgemv, mublasCgemv, mublasZgemv)
BLAS_TEST_ALL(gemv_64, mublasSgemv_64, mublasDgemv_64, mublasCgemv_64, mublasZgemv_64)
BLAS_TEST_ALL(gbmv, mublasSgbmv, mublasDgbmv, mublasCgbmv, mublasZgbmv)
BLAS_TEST_ALL(gbmv_64, mublasSgbmv_64, mublasDgbmv_64, mublasCgbmv_64, mublasZgbmv_64)
BLAS_TEST_ALL(trmv, mublasStrmv, mublasDtrmv, mublasCtrmv, mublasZtrmv)
BLAS_TEST_ALL(trsv, mublasStrsv, mublasDtrsv, mublasCtrsv, mublasZtrsv)
BLAS_TEST_ALL(trmv_64, mublasStrmv_64, mublasDtrmv_64, mublasCtrmv_64, mublasZtrmv_64)
BLAS_TEST_ALL(trsv_64, mublasStrsv_64, mublasDtrsv_64, mublasCtrsv_64, mublasZtrsv_64)
BLAS_TEST_ALL(tpmv, mublasStpmv, mublasDtpmv, mublasCtpmv, mublasZtpmv)
BLAS_TEST_ALL(tpsv, mublasStpsv, mublasDtpsv, mublasCtpsv, mublasZtpsv)
BLAS_TEST_ALL(tpmv_64, mublasStpmv_64, mublasDtpmv_64, mublasCtpmv_64, mublasZtpmv_64)
BLAS_TEST_ALL(tpsv_64, mublasStpsv_64, mublasDtpsv_64, mublasCtpsv_64, mublasZtpsv_64)
BLAS_TEST_ALL(tbmv, mublasStbmv, mublasDtbmv, mublasCtbmv, mublasZtbmv)
BLAS_TEST_ALL(tbsv, mublasStbsv, mublasDtbsv, mublasCtbsv, mublasZtbsv)
BLAS_TEST_ALL(tbmv_64, mublasStbmv_64, mublasDtbmv_64, mublasCtbmv_64, mublasZtbmv_64)
BLAS_TEST_ALL(tbsv_64, mublasStbsv_64, mublasDtbsv_64, mublasCtbsv_64, mublasZtbsv_64)
BLAS_TEST_ALL(symv, mublasSsymv, mublasDsymv, mublasCsymv, mublasZsymv)
BLAS_TEST_ALL(symv_64, mublasSsymv_64, mublasDsymv_64, mublasCsymv_64, mublasZsymv_64)
BLAS_TEST_COMPLEX(hemv, mublasChemv, mublasZhemv)
BLAS_TEST_COMPLEX(hemv_64, mublasChemv_64, mublasZhemv_64)
BLAS_TEST_REAL(spmv, mublasSspmv, mublasDspmv)
BLAS_TEST_REAL(spmv_64, mublasSspmv_64, mublasDspmv_64)
BLAS_TEST_REAL(sbmv, mublasSsbmv, mublasDsbmv)
BLAS_TEST_REAL(sbmv_64, mublasSsbmv_64, mublasDsbmv_64)
BLAS_TEST_COMPLEX(hpmv, mublasChpmv, mublasZhpmv)
BLAS_TEST_COMPLEX(hpmv_64, mublasChpmv_64, mublasZhpmv_64)
BLAS_TEST_COMPLEX(hbmv, mublasChbmv, mublasZhbmv)
BLAS_TEST_COMPLEX(hbmv_64, mublasChbmv_64, mublasZhbmv_64)
BLAS_TEST_REAL(ger, mublasSger, mublasDger)
BLAS_TEST_REAL(ger_64, mublasSger_64, mublasDger_64)
BLAS_TEST_COMPLEX(geru, mublasCgeru, mublasZgeru)
BLAS_TEST_COMPLEX(geru_64, mublasCgeru_64, mublasZgeru_64)
BLAS_TEST_COMPLEX(gerc, mublasCgerc, mublasZgerc)
BLAS_TEST_COMPLEX(gerc_64, mublasCgerc_64, mublasZgerc_64)
BLAS_TEST_ALL(syr, mublasSsyr, mublasDsyr, mublasCsyr, mublasZsyr)
BLAS_TEST_ALL(syr_64, mublasSsyr_64, mublasDsyr_64, mublasCsyr_64, mublasZsyr_64)
BLAS_TEST_ALL(syr2, mublasSsyr2, mublasDsyr2, mublasCsyr2, mublasZsyr2)
BLAS_TEST_ALL(syr2_64, mublasSsyr2_64, mublasDsyr2_64, mublasCsyr2_64, mublasZsyr2_64)
BLAS_TEST_COMPLEX(her, mublasCher, mublasZher)
BLAS_TEST_COMPLEX(her_64, mublasCher_64, mublasZher_64)
BLAS_TEST_COMPLEX(her2, mublasCher2, mublasZher2)
BLAS_TEST_COMPLEX(her2_64, mublasCher2_64, mublasZher2_64)
BLAS_TEST_COMPLEX(hpr, mublasChpr, mublasZhpr)
BLAS_TEST_COMPLEX(hpr_64, mublasChpr_64, mublasZhpr_64)
BLAS_TEST_COMPLEX(hpr2, mublasChpr2, mublasZhpr2)
BLAS_TEST_COMPLEX(hpr2_64, mublasChpr2_64, mublasZhpr2_64)
BLAS_TEST_REAL(spr, mublasSspr, mublasDspr)
BLAS_TEST_REAL(spr_64, mublasSspr_64, mublasDspr_64)
BLAS_TEST_REAL(spr2, mublasSspr2, mublasDspr2)
BLAS_TEST_REAL(spr2_64, mublasSspr2_64, mublasDspr2_64)

}  // namespace

namespace {

constexpr int kM = 5;
constexpr int kN = 4;
constexpr int kLd = 7;

const struct {
  int x, y;
} kIncrements[] = {{1, 1}, {2, -1}, {-2, 3}};

std::size_t length(int n, int increment) {
  return static_cast<std::size_t>(n * std::abs(increment));
}

std::size_t place(int i, int n, int increment) {
  return static_cast<std::size_t>(increment < 0 ? (i + 1 - n) * increment : i * increment);
}

// A strided vector as a column.
template <class T>
Plain column(const std::vector<T>& x, int n, int increment) {
  Plain result(n, 1);
  for (int i = 0; i < n; ++i) result.at(i, 0) = wide(x[place(i, n, increment)]);
  return result;
}

// The strided vector with the column's values put in.
template <class T>
std::vector<Complex> with_column(const std::vector<T>& x, const Plain& values, int increment) {
  std::vector<Complex> result = widened(x);
  for (int i = 0; i < values.rows; ++i) {
    result[place(i, values.rows, increment)] = values.at(i, 0);
  }
  return result;
}

// The triangle in packed storage.
template <class T>
std::vector<T> packed(const std::vector<T>& a, int n, int ld, mublasFillMode_t uplo) {
  std::vector<T> result;
  for (int c = 0; c < n; ++c) {
    for (int r = uplo == MUBLAS_FILL_MODE_UPPER ? 0 : c;
         r < (uplo == MUBLAS_FILL_MODE_UPPER ? c + 1 : n); ++r) {
      result.push_back(a[static_cast<std::size_t>(r + c * ld)]);
    }
  }
  return result;
}

// The triangle's k diagonals in band storage, and zero elsewhere in `a`.
template <class T>
std::vector<T> banded(std::vector<T>& a, int n, int ld, int k, mublasFillMode_t uplo) {
  std::vector<T> result(static_cast<std::size_t>((k + 1) * n));
  for (int c = 0; c < n; ++c) {
    for (int r = 0; r < n; ++r) {
      T& value = a[static_cast<std::size_t>(r + c * ld)];
      const int distance = uplo == MUBLAS_FILL_MODE_UPPER ? c - r : r - c;
      if (distance < 0 || distance > k) {
        value = T{};
      } else {
        const int row = uplo == MUBLAS_FILL_MODE_UPPER ? k - distance : distance;
        result[static_cast<std::size_t>(row + c * (k + 1))] = value;
      }
    }
  }
  return result;
}

}  // namespace

TEST(gemv_multiplies_a_vector) {
  const Handle handle;
  for_types([&](auto type) {
    using T = decltype(type);
    const T alpha = from_wide<T>({1.5, 0.5}), beta = from_wide<T>({-0.5, 1});
    for (const auto trans : kOperations) {
      for (const auto i : kIncrements) {
        const int in = trans == MUBLAS_OP_N ? kN : kM, out = trans == MUBLAS_OP_N ? kM : kN;
        Device<T> a(random_values<T>(kLd * kN)), x(random_values<T>(length(in, i.x), 2)),
            y(random_values<T>(length(out, i.y), 3));
        const Plain wanted =
            wide(alpha) * (op(trans, plain(a.host, kM, kN, kLd)) * column(x.host, in, i.x)) +
            wide(beta) * column(y.host, out, i.y);
        const auto all = with_column(y.host, wanted, i.y);
        MUBLAS_OK(i.x == 1 ? gemv<T>(handle, trans, kM, kN, &alpha, a.get(), kLd, x.get(), i.x,
                                     &beta, y.get(), i.y)
                           : gemv_64<T>(handle, trans, kM, kN, &alpha, a.get(), kLd, x.get(), i.x,
                                        &beta, y.get(), i.y));
        NEAR(y.read(), all);
      }
    }
  });
}

TEST(gemv_with_beta_zero_does_not_read_y) {
  const Handle handle;
  for_types([&](auto type) {
    using T = decltype(type);
    const T alpha = from_wide<T>(1), beta = from_wide<T>(0);
    Device<T> a(random_values<T>(kM * kN)), x(random_values<T>(kN, 2)), y(kM);
    std::fill(y.host.begin(), y.host.end(), from_wide<T>({NAN, NAN}));
    y.put();
    const Plain wanted = plain(a.host, kM, kN, kM) * column(x.host, kN, 1);
    MUBLAS_OK(
        gemv<T>(handle, MUBLAS_OP_N, kM, kN, &alpha, a.get(), kM, x.get(), 1, &beta, y.get(), 1));
    NEAR(y.read(), wanted.at_);
  });
}

TEST(gbmv_multiplies_by_a_band) {
  const Handle handle;
  for_types([&](auto type) {
    using T = decltype(type);
    const T alpha = from_wide<T>({2, -1}), beta = from_wide<T>({0.5, 0});
    const int kl = 1, ku = 2, ld = kl + ku + 2;
    for (const auto trans : kOperations) {
      const int in = trans == MUBLAS_OP_N ? kN : kM, out = trans == MUBLAS_OP_N ? kM : kN;
      Device<T> band(random_values<T>(static_cast<std::size_t>(ld * kN))),
          x(random_values<T>(length(in, 1), 2)), y(random_values<T>(length(out, 1), 3));
      Plain full(kM, kN);
      for (int c = 0; c < kN; ++c) {
        for (int r = std::max(0, c - ku); r <= std::min(kM - 1, c + kl); ++r) {
          full.at(r, c) = wide(band.host[static_cast<std::size_t>(ku + r - c + c * ld)]);
        }
      }
      const Plain once = wide(alpha) * (op(trans, full) * column(x.host, in, 1)) +
                         wide(beta) * column(y.host, out, 1);
      const Plain twice =
          wide(alpha) * (op(trans, full) * column(x.host, in, 1)) + wide(beta) * once;
      MUBLAS_OK(gbmv<T>(handle, trans, kM, kN, kl, ku, &alpha, band.get(), ld, x.get(), 1, &beta,
                        y.get(), 1));
      NEAR(y.read(), once.at_);
      MUBLAS_OK(gbmv_64<T>(handle, trans, kM, kN, kl, ku, &alpha, band.get(), ld, x.get(), 1, &beta,
                           y.get(), 1));
      NEAR(y.read(), twice.at_);
    }
  });
}

// Products with a triangle, then the solution of the same system, which gives the vector back; in
// full, packed and band storage.
TEST(triangular_products_and_solutions) {
  const Handle handle;
  for_types([&](auto type) {
    using T = decltype(type);
    for (const auto uplo : kFills) {
      for (const auto trans : kOperations) {
        for (const auto diag : kDiagonals) {
          const auto host = strong_diagonal(random_values<T>(kLd * kN), kN, kLd);
          Device<T> a(host), ap(packed(host, kN, kLd, uplo));
          Device<T> x(random_values<T>(2 * kN, 2));
          const auto before = widened(x.host);
          const Plain product =
              op(trans, triangle(plain(host, kN, kN, kLd), uplo, diag)) * column(x.host, kN, -2);
          const auto after = with_column(x.host, product, -2);
          MUBLAS_OK(trmv<T>(handle, uplo, trans, diag, kN, a.get(), kLd, x.get(), -2));
          NEAR(x.read(), after);
          MUBLAS_OK(trsv<T>(handle, uplo, trans, diag, kN, a.get(), kLd, x.get(), -2));
          NEAR(x.read(), before);
          MUBLAS_OK(trmv_64<T>(handle, uplo, trans, diag, kN, a.get(), kLd, x.get(), -2));
          NEAR(x.read(), after);
          MUBLAS_OK(trsv_64<T>(handle, uplo, trans, diag, kN, a.get(), kLd, x.get(), -2));
          NEAR(x.read(), before);
          MUBLAS_OK(tpmv<T>(handle, uplo, trans, diag, kN, ap.get(), x.get(), -2));
          NEAR(x.read(), after);
          MUBLAS_OK(tpsv<T>(handle, uplo, trans, diag, kN, ap.get(), x.get(), -2));
          NEAR(x.read(), before);
          MUBLAS_OK(tpmv_64<T>(handle, uplo, trans, diag, kN, ap.get(), x.get(), -2));
          NEAR(x.read(), after);
          MUBLAS_OK(tpsv_64<T>(handle, uplo, trans, diag, kN, ap.get(), x.get(), -2));
          NEAR(x.read(), before);
        }
      }
    }
  });
}

TEST(triangular_bands) {
  const Handle handle;
  for_types([&](auto type) {
    using T = decltype(type);
    const int k = 2;
    for (const auto uplo : kFills) {
      for (const auto trans : kOperations) {
        for (const auto diag : kDiagonals) {
          auto host = strong_diagonal(random_values<T>(kLd * kN), kN, kLd);
          Device<T> band(banded(host, kN, kLd, k, uplo)), x(random_values<T>(kN, 2));
          const auto before = widened(x.host);
          const Plain product =
              op(trans, triangle(plain(host, kN, kN, kLd), uplo, diag)) * column(x.host, kN, 1);
          MUBLAS_OK(tbmv<T>(handle, uplo, trans, diag, kN, k, band.get(), k + 1, x.get(), 1));
          NEAR(x.read(), product.at_);
          MUBLAS_OK(tbsv<T>(handle, uplo, trans, diag, kN, k, band.get(), k + 1, x.get(), 1));
          NEAR(x.read(), before);
          MUBLAS_OK(tbmv_64<T>(handle, uplo, trans, diag, kN, k, band.get(), k + 1, x.get(), 1));
          NEAR(x.read(), product.at_);
          MUBLAS_OK(tbsv_64<T>(handle, uplo, trans, diag, kN, k, band.get(), k + 1, x.get(), 1));
          NEAR(x.read(), before);
        }
      }
    }
  });
}

namespace {

// A product with a symmetric or hermitian matrix: `multiply` is given alpha, x, beta, y.
template <class T, class F>
void check_symmetric_mv(const Plain& full, F multiply) {
  const T alpha = from_wide<T>({1, 0.5}), beta = from_wide<T>({2, -1});
  for (const auto i : kIncrements) {
    Device<T> x(random_values<T>(length(kN, i.x), 2)), y(random_values<T>(length(kN, i.y), 3));
    const Plain wanted =
        wide(alpha) * (full * column(x.host, kN, i.x)) + wide(beta) * column(y.host, kN, i.y);
    const auto all = with_column(y.host, wanted, i.y);
    multiply(&alpha, x.get(), i.x, &beta, y.get(), i.y);
    NEAR(y.read(), all);
  }
}

}  // namespace

TEST(symv_for_every_type) {
  const Handle handle;
  for_types([&](auto type) {
    using T = decltype(type);
    for (const auto uplo : kFills) {
      Device<T> a(random_values<T>(kLd * kN));
      const Plain full = symmetric(plain(a.host, kN, kN, kLd), uplo, false);
      check_symmetric_mv<T>(full, [&](auto... each) {
        const auto go = [&](auto alpha, auto x, int ix, auto beta, auto y, int iy) {
          MUBLAS_OK(ix == 1
                        ? symv<T>(handle, uplo, kN, alpha, a.get(), kLd, x, ix, beta, y, iy)
                        : symv_64<T>(handle, uplo, kN, alpha, a.get(), kLd, x, ix, beta, y, iy));
        };
        go(each...);
      });
    }
  });
}

TEST(hemv_of_complex_types) {
  const Handle handle;
  for_complex_types([&](auto type) {
    using T = decltype(type);
    for (const auto uplo : kFills) {
      Device<T> a(random_values<T>(kLd * kN));
      const Plain full = symmetric(plain(a.host, kN, kN, kLd), uplo, true);
      check_symmetric_mv<T>(full, [&](auto alpha, auto x, int ix, auto beta, auto y, int iy) {
        MUBLAS_OK(ix == 1 ? hemv<T>(handle, uplo, kN, alpha, a.get(), kLd, x, ix, beta, y, iy)
                          : hemv_64<T>(handle, uplo, kN, alpha, a.get(), kLd, x, ix, beta, y, iy));
      });
    }
  });
}

TEST(real_symmetric_bands_and_packed_matrices) {
  const Handle handle;
  for_real_types([&](auto type) {
    using T = decltype(type);
    const int k = 2;
    for (const auto uplo : kFills) {
      auto host = random_values<T>(kLd * kN);
      Device<T> ap(packed(host, kN, kLd, uplo));
      check_symmetric_mv<T>(
          symmetric(plain(host, kN, kN, kLd), uplo, false),
          [&](auto alpha, auto x, int ix, auto beta, auto y, int iy) {
            MUBLAS_OK(ix == 1 ? spmv<T>(handle, uplo, kN, alpha, ap.get(), x, ix, beta, y, iy)
                              : spmv_64<T>(handle, uplo, kN, alpha, ap.get(), x, ix, beta, y, iy));
          });
      Device<T> band(banded(host, kN, kLd, k, uplo));
      check_symmetric_mv<T>(symmetric(plain(host, kN, kN, kLd), uplo, false),
                            [&](auto alpha, auto x, int ix, auto beta, auto y, int iy) {
                              MUBLAS_OK(ix == 1 ? sbmv<T>(handle, uplo, kN, k, alpha, band.get(),
                                                          k + 1, x, ix, beta, y, iy)
                                                : sbmv_64<T>(handle, uplo, kN, k, alpha, band.get(),
                                                             k + 1, x, ix, beta, y, iy));
                            });
    }
  });
}

TEST(hermitian_bands_and_packed_matrices) {
  const Handle handle;
  for_complex_types([&](auto type) {
    using T = decltype(type);
    const int k = 2;
    for (const auto uplo : kFills) {
      auto host = random_values<T>(kLd * kN);
      Device<T> ap(packed(host, kN, kLd, uplo));
      check_symmetric_mv<T>(
          symmetric(plain(host, kN, kN, kLd), uplo, true),
          [&](auto alpha, auto x, int ix, auto beta, auto y, int iy) {
            MUBLAS_OK(ix == 1 ? hpmv<T>(handle, uplo, kN, alpha, ap.get(), x, ix, beta, y, iy)
                              : hpmv_64<T>(handle, uplo, kN, alpha, ap.get(), x, ix, beta, y, iy));
          });
      Device<T> band(banded(host, kN, kLd, k, uplo));
      check_symmetric_mv<T>(symmetric(plain(host, kN, kN, kLd), uplo, true),
                            [&](auto alpha, auto x, int ix, auto beta, auto y, int iy) {
                              MUBLAS_OK(ix == 1 ? hbmv<T>(handle, uplo, kN, k, alpha, band.get(),
                                                          k + 1, x, ix, beta, y, iy)
                                                : hbmv_64<T>(handle, uplo, kN, k, alpha, band.get(),
                                                             k + 1, x, ix, beta, y, iy));
                            });
    }
  });
}

TEST(outer_products_of_real_vectors) {
  const Handle handle;
  for_real_types([&](auto type) {
    using T = decltype(type);
    const T alpha = from_wide<T>(0.5);
    Device<T> a(random_values<T>(kLd * kN)), x(random_values<T>(2 * kM, 2)),
        y(random_values<T>(kN, 3));
    const Plain step =
        wide(alpha) * (column(x.host, kM, 2) * op(MUBLAS_OP_T, column(y.host, kN, -1)));
    const auto wanted = overlaid(a.host, plain(a.host, kM, kN, kLd) + 2.0 * step, kLd);
    MUBLAS_OK(ger<T>(handle, kM, kN, &alpha, x.get(), 2, y.get(), -1, a.get(), kLd));
    MUBLAS_OK(ger_64<T>(handle, kM, kN, &alpha, x.get(), 2, y.get(), -1, a.get(), kLd));
    NEAR(a.read(), wanted);
  });
}

TEST(outer_products_of_complex_vectors) {
  const Handle handle;
  for_complex_types([&](auto type) {
    using T = decltype(type);
    const T alpha = from_wide<T>({0.5, 1});
    Device<T> a(random_values<T>(kLd * kN)), x(random_values<T>(kM, 2)), y(random_values<T>(kN, 3));
    const Plain first = column(x.host, kM, 1), second = column(y.host, kN, 1);
    const Plain step = wide(alpha) * (first * op(MUBLAS_OP_T, second));
    const Plain conjugated = wide(alpha) * (first * op(MUBLAS_OP_C, second));
    const auto wanted =
        overlaid(a.host, plain(a.host, kM, kN, kLd) + 2.0 * step + 2.0 * conjugated, kLd);
    MUBLAS_OK(geru<T>(handle, kM, kN, &alpha, x.get(), 1, y.get(), 1, a.get(), kLd));
    MUBLAS_OK(geru_64<T>(handle, kM, kN, &alpha, x.get(), 1, y.get(), 1, a.get(), kLd));
    MUBLAS_OK(gerc<T>(handle, kM, kN, &alpha, x.get(), 1, y.get(), 1, a.get(), kLd));
    MUBLAS_OK(gerc_64<T>(handle, kM, kN, &alpha, x.get(), 1, y.get(), 1, a.get(), kLd));
    NEAR(a.read(), wanted);
  });
}

namespace {

// The matrices that rank-one and rank-two updates add.
Plain rank1_step(Complex alpha, const Plain& x, bool hermitian) {
  return alpha * (x * op(hermitian ? MUBLAS_OP_C : MUBLAS_OP_T, x));
}
Plain rank2_step(Complex alpha, const Plain& x, const Plain& y, bool hermitian) {
  const mublasOperation_t turned = hermitian ? MUBLAS_OP_C : MUBLAS_OP_T;
  return alpha * (x * op(turned, y)) + (hermitian ? std::conj(alpha) : alpha) * (y * op(turned, x));
}

Plain real_diagonal(Plain a) {
  for (int i = 0; i < a.rows; ++i) a.at(i, i) = a.at(i, i).real();
  return a;
}

}  // namespace

TEST(symmetric_updates_change_the_triangle_only) {
  const Handle handle;
  for_types([&](auto type) {
    using T = decltype(type);
    const T alpha = from_wide<T>({0.5, 1});
    for (const auto uplo : kFills) {
      Device<T> a(random_values<T>(kLd * kN)), x(random_values<T>(2 * kN, 2)),
          y(random_values<T>(kN, 3));
      const Plain u = column(x.host, kN, -2), v = column(y.host, kN, 1);
      const Plain sum = plain(a.host, kN, kN, kLd) + 2.0 * rank1_step(wide(alpha), u, false) +
                        2.0 * rank2_step(wide(alpha), u, v, false);
      const auto wanted = overlaid(a.host, sum, kLd, uplo);
      MUBLAS_OK(syr<T>(handle, uplo, kN, &alpha, x.get(), -2, a.get(), kLd));
      MUBLAS_OK(syr_64<T>(handle, uplo, kN, &alpha, x.get(), -2, a.get(), kLd));
      MUBLAS_OK(syr2<T>(handle, uplo, kN, &alpha, x.get(), -2, y.get(), 1, a.get(), kLd));
      MUBLAS_OK(syr2_64<T>(handle, uplo, kN, &alpha, x.get(), -2, y.get(), 1, a.get(), kLd));
      NEAR(a.read(), wanted);
    }
  });
}

TEST(hermitian_updates_change_the_triangle_only) {
  const Handle handle;
  for_complex_types([&](auto type) {
    using T = decltype(type);
    const T alpha = from_wide<T>({0.5, 1});
    const RealOf<T> factor = 2;
    for (const auto uplo : kFills) {
      Device<T> a(random_values<T>(kLd * kN)), x(random_values<T>(2 * kN, 2)),
          y(random_values<T>(kN, 3));
      const Plain u = column(x.host, kN, 2), v = column(y.host, kN, 1);
      const Plain sum = real_diagonal(plain(a.host, kN, kN, kLd) + 2.0 * rank1_step(2, u, true) +
                                      2.0 * rank2_step(wide(alpha), u, v, true));
      const auto wanted = overlaid(a.host, sum, kLd, uplo);
      Device<T> ap(packed(a.host, kN, kLd, uplo));
      MUBLAS_OK(her<T>(handle, uplo, kN, &factor, x.get(), 2, a.get(), kLd));
      MUBLAS_OK(her_64<T>(handle, uplo, kN, &factor, x.get(), 2, a.get(), kLd));
      MUBLAS_OK(her2<T>(handle, uplo, kN, &alpha, x.get(), 2, y.get(), 1, a.get(), kLd));
      MUBLAS_OK(her2_64<T>(handle, uplo, kN, &alpha, x.get(), 2, y.get(), 1, a.get(), kLd));
      NEAR(a.read(), wanted);
      MUBLAS_OK(hpr<T>(handle, uplo, kN, &factor, x.get(), 2, ap.get()));
      MUBLAS_OK(hpr_64<T>(handle, uplo, kN, &factor, x.get(), 2, ap.get()));
      MUBLAS_OK(hpr2<T>(handle, uplo, kN, &alpha, x.get(), 2, y.get(), 1, ap.get()));
      MUBLAS_OK(hpr2_64<T>(handle, uplo, kN, &alpha, x.get(), 2, y.get(), 1, ap.get()));
      NEAR(ap.read(), packed(sum.at_, kN, kN, uplo));
    }
  });
}

TEST(packed_symmetric_updates) {
  const Handle handle;
  for_real_types([&](auto type) {
    using T = decltype(type);
    const T alpha = from_wide<T>(0.5);
    for (const auto uplo : kFills) {
      const auto host = random_values<T>(kN * kN);
      Device<T> ap(packed(host, kN, kN, uplo)), x(random_values<T>(kN, 2)),
          y(random_values<T>(kN, 3));
      const Plain u = column(x.host, kN, 1), v = column(y.host, kN, 1);
      const Plain sum = plain(host, kN, kN, kN) + 2.0 * rank1_step(wide(alpha), u, false) +
                        2.0 * rank2_step(wide(alpha), u, v, false);
      MUBLAS_OK(spr<T>(handle, uplo, kN, &alpha, x.get(), 1, ap.get()));
      MUBLAS_OK(spr_64<T>(handle, uplo, kN, &alpha, x.get(), 1, ap.get()));
      MUBLAS_OK(spr2<T>(handle, uplo, kN, &alpha, x.get(), 1, y.get(), 1, ap.get()));
      MUBLAS_OK(spr2_64<T>(handle, uplo, kN, &alpha, x.get(), 1, y.get(), 1, ap.get()));
      NEAR(ap.read(), packed(sum.at_, kN, kN, uplo));
    }
  });
}

TEST(bad_arguments_have_their_statuses) {
  const Handle handle;
  Device<float> a(16), x(4);
  const float one = 1;
  const auto gemv = [&](mublasOperation_t trans, int m, int lda, int incx, const float* alpha) {
    return mublasSgemv(handle, trans, m, 4, alpha, a, lda, x, incx, &one, x, 1);
  };
  MUBLAS_FAILS(gemv(static_cast<mublasOperation_t>(0), 4, 4, 1, &one), MUBLAS_STATUS_INVALID_VALUE);
  MUBLAS_FAILS(gemv(MUBLAS_OP_N, -1, 4, 1, &one), MUBLAS_STATUS_INVALID_SIZE);
  MUBLAS_FAILS(gemv(MUBLAS_OP_N, 4, 3, 1, &one), MUBLAS_STATUS_INVALID_SIZE);
  MUBLAS_FAILS(gemv(MUBLAS_OP_N, 4, 4, 0, &one), MUBLAS_STATUS_INVALID_SIZE);
  MUBLAS_FAILS(gemv(MUBLAS_OP_N, 4, 4, 1, nullptr), MUBLAS_STATUS_INVALID_POINTER);
  MUBLAS_OK(
      mublasSgemv(handle, MUBLAS_OP_N, 0, 0, nullptr, nullptr, 1, nullptr, 1, nullptr, nullptr, 1));
}

TEST_MAIN()
