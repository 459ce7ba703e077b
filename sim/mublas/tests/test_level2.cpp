// Matrix-vector functions against plain loops, for every type, option and both integer widths.
#include "mublas/tests/support.h"

using namespace blas_test;

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
        const Plain wanted = wide(alpha) * (op(trans, plain(a.host, kM, kN, kLd)) *
                                            column(x.host, in, i.x)) +
                             wide(beta) * column(y.host, out, i.y);
        const auto all = with_column(y.host, wanted, i.y);
        MUBLAS_OK(i.x == 1 ? Api<T>::gemv(handle, trans, kM, kN, &alpha, a.get(), kLd, x.get(),
                                          i.x, &beta, y.get(), i.y)
                           : Api<T>::gemv_64(handle, trans, kM, kN, &alpha, a.get(), kLd, x.get(),
                                             i.x, &beta, y.get(), i.y));
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
    MUBLAS_OK(Api<T>::gemv(handle, MUBLAS_OP_N, kM, kN, &alpha, a.get(), kM, x.get(), 1, &beta,
                           y.get(), 1));
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
      const Plain once =
          wide(alpha) * (op(trans, full) * column(x.host, in, 1)) + wide(beta) * column(y.host, out, 1);
      const Plain twice =
          wide(alpha) * (op(trans, full) * column(x.host, in, 1)) + wide(beta) * once;
      MUBLAS_OK(Api<T>::gbmv(handle, trans, kM, kN, kl, ku, &alpha, band.get(), ld, x.get(), 1,
                             &beta, y.get(), 1));
      NEAR(y.read(), once.at_);
      MUBLAS_OK(Api<T>::gbmv_64(handle, trans, kM, kN, kl, ku, &alpha, band.get(), ld, x.get(), 1,
                                &beta, y.get(), 1));
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
          const Plain product = op(trans, triangle(plain(host, kN, kN, kLd), uplo, diag)) *
                                column(x.host, kN, -2);
          const auto after = with_column(x.host, product, -2);
          MUBLAS_OK(Api<T>::trmv(handle, uplo, trans, diag, kN, a.get(), kLd, x.get(), -2));
          NEAR(x.read(), after);
          MUBLAS_OK(Api<T>::trsv(handle, uplo, trans, diag, kN, a.get(), kLd, x.get(), -2));
          NEAR(x.read(), before);
          MUBLAS_OK(Api<T>::trmv_64(handle, uplo, trans, diag, kN, a.get(), kLd, x.get(), -2));
          NEAR(x.read(), after);
          MUBLAS_OK(Api<T>::trsv_64(handle, uplo, trans, diag, kN, a.get(), kLd, x.get(), -2));
          NEAR(x.read(), before);
          MUBLAS_OK(Api<T>::tpmv(handle, uplo, trans, diag, kN, ap.get(), x.get(), -2));
          NEAR(x.read(), after);
          MUBLAS_OK(Api<T>::tpsv(handle, uplo, trans, diag, kN, ap.get(), x.get(), -2));
          NEAR(x.read(), before);
          MUBLAS_OK(Api<T>::tpmv_64(handle, uplo, trans, diag, kN, ap.get(), x.get(), -2));
          NEAR(x.read(), after);
          MUBLAS_OK(Api<T>::tpsv_64(handle, uplo, trans, diag, kN, ap.get(), x.get(), -2));
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
          const Plain product = op(trans, triangle(plain(host, kN, kN, kLd), uplo, diag)) *
                                column(x.host, kN, 1);
          MUBLAS_OK(Api<T>::tbmv(handle, uplo, trans, diag, kN, k, band.get(), k + 1, x.get(), 1));
          NEAR(x.read(), product.at_);
          MUBLAS_OK(Api<T>::tbsv(handle, uplo, trans, diag, kN, k, band.get(), k + 1, x.get(), 1));
          NEAR(x.read(), before);
          MUBLAS_OK(
              Api<T>::tbmv_64(handle, uplo, trans, diag, kN, k, band.get(), k + 1, x.get(), 1));
          NEAR(x.read(), product.at_);
          MUBLAS_OK(
              Api<T>::tbsv_64(handle, uplo, trans, diag, kN, k, band.get(), k + 1, x.get(), 1));
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
                        ? Api<T>::symv(handle, uplo, kN, alpha, a.get(), kLd, x, ix, beta, y, iy)
                        : Api<T>::symv_64(handle, uplo, kN, alpha, a.get(), kLd, x, ix, beta, y, iy));
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
        MUBLAS_OK(ix == 1 ? Api<T>::hemv(handle, uplo, kN, alpha, a.get(), kLd, x, ix, beta, y, iy)
                          : Api<T>::hemv_64(handle, uplo, kN, alpha, a.get(), kLd, x, ix, beta, y,
                                            iy));
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
            MUBLAS_OK(ix == 1 ? Api<T>::spmv(handle, uplo, kN, alpha, ap.get(), x, ix, beta, y, iy)
                              : Api<T>::spmv_64(handle, uplo, kN, alpha, ap.get(), x, ix, beta, y,
                                                iy));
          });
      Device<T> band(banded(host, kN, kLd, k, uplo));
      check_symmetric_mv<T>(
          symmetric(plain(host, kN, kN, kLd), uplo, false),
          [&](auto alpha, auto x, int ix, auto beta, auto y, int iy) {
            MUBLAS_OK(ix == 1 ? Api<T>::sbmv(handle, uplo, kN, k, alpha, band.get(), k + 1, x, ix,
                                             beta, y, iy)
                              : Api<T>::sbmv_64(handle, uplo, kN, k, alpha, band.get(), k + 1, x,
                                                ix, beta, y, iy));
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
            MUBLAS_OK(ix == 1 ? Api<T>::hpmv(handle, uplo, kN, alpha, ap.get(), x, ix, beta, y, iy)
                              : Api<T>::hpmv_64(handle, uplo, kN, alpha, ap.get(), x, ix, beta, y,
                                                iy));
          });
      Device<T> band(banded(host, kN, kLd, k, uplo));
      check_symmetric_mv<T>(
          symmetric(plain(host, kN, kN, kLd), uplo, true),
          [&](auto alpha, auto x, int ix, auto beta, auto y, int iy) {
            MUBLAS_OK(ix == 1 ? Api<T>::hbmv(handle, uplo, kN, k, alpha, band.get(), k + 1, x, ix,
                                             beta, y, iy)
                              : Api<T>::hbmv_64(handle, uplo, kN, k, alpha, band.get(), k + 1, x,
                                                ix, beta, y, iy));
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
    const Plain step = wide(alpha) * (column(x.host, kM, 2) * op(MUBLAS_OP_T, column(y.host, kN, -1)));
    const auto wanted = overlaid(a.host, plain(a.host, kM, kN, kLd) + 2.0 * step, kLd);
    MUBLAS_OK(Api<T>::ger(handle, kM, kN, &alpha, x.get(), 2, y.get(), -1, a.get(), kLd));
    MUBLAS_OK(Api<T>::ger_64(handle, kM, kN, &alpha, x.get(), 2, y.get(), -1, a.get(), kLd));
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
    MUBLAS_OK(Api<T>::geru(handle, kM, kN, &alpha, x.get(), 1, y.get(), 1, a.get(), kLd));
    MUBLAS_OK(Api<T>::geru_64(handle, kM, kN, &alpha, x.get(), 1, y.get(), 1, a.get(), kLd));
    MUBLAS_OK(Api<T>::gerc(handle, kM, kN, &alpha, x.get(), 1, y.get(), 1, a.get(), kLd));
    MUBLAS_OK(Api<T>::gerc_64(handle, kM, kN, &alpha, x.get(), 1, y.get(), 1, a.get(), kLd));
    NEAR(a.read(), wanted);
  });
}

namespace {

// What rank-one and rank-two updates add.
Plain rank1_step(Complex alpha, const Plain& x, bool hermitian) {
  return alpha * (x * op(hermitian ? MUBLAS_OP_C : MUBLAS_OP_T, x));
}
Plain rank2_step(Complex alpha, const Plain& x, const Plain& y, bool hermitian) {
  const mublasOperation_t turned = hermitian ? MUBLAS_OP_C : MUBLAS_OP_T;
  return alpha * (x * op(turned, y)) +
         (hermitian ? std::conj(alpha) : alpha) * (y * op(turned, x));
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
      MUBLAS_OK(Api<T>::syr(handle, uplo, kN, &alpha, x.get(), -2, a.get(), kLd));
      MUBLAS_OK(Api<T>::syr_64(handle, uplo, kN, &alpha, x.get(), -2, a.get(), kLd));
      MUBLAS_OK(Api<T>::syr2(handle, uplo, kN, &alpha, x.get(), -2, y.get(), 1, a.get(), kLd));
      MUBLAS_OK(Api<T>::syr2_64(handle, uplo, kN, &alpha, x.get(), -2, y.get(), 1, a.get(), kLd));
      NEAR(a.read(), wanted);
    }
  });
}

TEST(hermitian_updates_change_the_triangle_only) {
  const Handle handle;
  for_complex_types([&](auto type) {
    using T = decltype(type);
    const T alpha = from_wide<T>({0.5, 1});
    const typename Api<T>::Real factor = 2;
    for (const auto uplo : kFills) {
      Device<T> a(random_values<T>(kLd * kN)), x(random_values<T>(2 * kN, 2)),
          y(random_values<T>(kN, 3));
      const Plain u = column(x.host, kN, 2), v = column(y.host, kN, 1);
      const Plain sum =
          real_diagonal(plain(a.host, kN, kN, kLd) + 2.0 * rank1_step(2, u, true) +
                        2.0 * rank2_step(wide(alpha), u, v, true));
      const auto wanted = overlaid(a.host, sum, kLd, uplo);
      Device<T> ap(packed(a.host, kN, kLd, uplo));
      MUBLAS_OK(Api<T>::her(handle, uplo, kN, &factor, x.get(), 2, a.get(), kLd));
      MUBLAS_OK(Api<T>::her_64(handle, uplo, kN, &factor, x.get(), 2, a.get(), kLd));
      MUBLAS_OK(Api<T>::her2(handle, uplo, kN, &alpha, x.get(), 2, y.get(), 1, a.get(), kLd));
      MUBLAS_OK(Api<T>::her2_64(handle, uplo, kN, &alpha, x.get(), 2, y.get(), 1, a.get(), kLd));
      NEAR(a.read(), wanted);
      MUBLAS_OK(Api<T>::hpr(handle, uplo, kN, &factor, x.get(), 2, ap.get()));
      MUBLAS_OK(Api<T>::hpr_64(handle, uplo, kN, &factor, x.get(), 2, ap.get()));
      MUBLAS_OK(Api<T>::hpr2(handle, uplo, kN, &alpha, x.get(), 2, y.get(), 1, ap.get()));
      MUBLAS_OK(Api<T>::hpr2_64(handle, uplo, kN, &alpha, x.get(), 2, y.get(), 1, ap.get()));
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
      MUBLAS_OK(Api<T>::spr(handle, uplo, kN, &alpha, x.get(), 1, ap.get()));
      MUBLAS_OK(Api<T>::spr_64(handle, uplo, kN, &alpha, x.get(), 1, ap.get()));
      MUBLAS_OK(Api<T>::spr2(handle, uplo, kN, &alpha, x.get(), 1, y.get(), 1, ap.get()));
      MUBLAS_OK(Api<T>::spr2_64(handle, uplo, kN, &alpha, x.get(), 1, y.get(), 1, ap.get()));
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
  MUBLAS_OK(mublasSgemv(handle, MUBLAS_OP_N, 0, 0, nullptr, nullptr, 1, nullptr, 1, nullptr,
                        nullptr, 1));
}

TEST_MAIN()
