// Batches of factorizations and solutions, checked by multiplying back; triangular storage.
#include "mublas/tests/support.h"

using namespace blas_test;

// The functions tested here, by type: the name without prefix takes it as template argument.
namespace {

BLAS_TEST_ALL(getrfBatched, mublasSgetrfBatched, mublasDgetrfBatched, mublasCgetrfBatched,
              mublasZgetrfBatched)
BLAS_TEST_ALL(getrsBatched, mublasSgetrsBatched, mublasDgetrsBatched, mublasCgetrsBatched,
              mublasZgetrsBatched)
BLAS_TEST_ALL(getriBatched, mublasSgetriBatched, mublasDgetriBatched, mublasCgetriBatched,
              mublasZgetriBatched)
BLAS_TEST_ALL(matinvBatched, mublasSmatinvBatched, mublasDmatinvBatched, mublasCmatinvBatched,
              mublasZmatinvBatched)
BLAS_TEST_ALL(geqrfBatched, mublasSgeqrfBatched, mublasDgeqrfBatched, mublasCgeqrfBatched,
              mublasZgeqrfBatched)
BLAS_TEST_ALL(gelsBatched, mublasSgelsBatched, mublasDgelsBatched, mublasCgelsBatched,
              mublasZgelsBatched)
BLAS_TEST_ALL(tpttr, mublasStpttr, mublasDtpttr, mublasCtpttr, mublasZtpttr)
BLAS_TEST_ALL(trttp, mublasStrttp, mublasDtrttp, mublasCtrttp, mublasZtrttp)

}  // namespace

namespace {

constexpr int kN = 5;
constexpr int kRhs = 2;
constexpr int kBatch = 3;
constexpr std::size_t kSize = kN * kN;

// A batch of matrices in device memory, and an array there that points to them.
template <class T>
class Batch {
 public:
  Batch(std::vector<T> values, std::size_t distance)
      : data(std::move(values)), where_(places(data.get(), distance)) {}
  T** pointers() const { return where_.get(); }
  const T* const* const_pointers() const { return where_.get(); }

  Device<T> data;

 private:
  static std::vector<T*> places(T* first, std::size_t distance) {
    std::vector<T*> all;
    for (std::size_t i = 0; i < kBatch; ++i) all.push_back(first + i * distance);
    return all;
  }
  Device<T*> where_;
};

template <class T>
std::vector<T> systems() {
  std::vector<T> all;
  for (unsigned i = 0; i < kBatch; ++i) {
    const auto one = strong_diagonal(random_values<T>(kSize, i + 1), kN, kN);
    all.insert(all.end(), one.begin(), one.end());
  }
  // Needs a row exchange.
  all[0] = T{};
  return all;
}

template <class T>
Plain one_of(const std::vector<T>& values, int i, int rows, int columns) {
  return plain(values, rows, columns, rows, static_cast<std::size_t>(i * rows * columns));
}

Plain identity() {
  Plain result(kN, kN);
  for (int i = 0; i < kN; ++i) result.at(i, i) = 1;
  return result;
}

}  // namespace

TEST(getrf_getrs_and_getri_solve_and_invert) {
  const Handle handle;
  for_types([&](auto type) {
    using T = decltype(type);
    const auto original = systems<T>();
    Batch<T> a(original, kSize), inverse(std::vector<T>(kSize * kBatch), kSize);
    Device<int> pivots(kN * kBatch), info(std::vector<int>(kBatch, 9));
    MUBLAS_OK(getrfBatched<T>(handle, kN, a.pointers(), kN, pivots.get(), info.get(), kBatch));
    EQUAL(info.read()[0], 0);
    EQUAL(info.host[2], 0);
    CHECK(pivots.read()[0] > 1);

    for (const auto trans : kOperations) {
      Batch<T> b(random_values<T>(kN * kRhs * kBatch, 7), kN * kRhs);
      const auto right = b.data.host;
      int host_info = 9;
      MUBLAS_OK(getrsBatched<T>(handle, trans, kN, kRhs, a.const_pointers(), kN, pivots.get(),
                                b.pointers(), kN, &host_info, kBatch));
      EQUAL(host_info, 0);
      b.data.read();
      std::vector<Complex> back;
      for (int i = 0; i < kBatch; ++i) {
        const Plain product =
            op(trans, one_of(original, i, kN, kN)) * one_of(b.data.host, i, kN, kRhs);
        back.insert(back.end(), product.at_.begin(), product.at_.end());
      }
      NEAR(right, back, 100);
    }

    MUBLAS_OK(getriBatched<T>(handle, kN, a.const_pointers(), kN, pivots.get(), inverse.pointers(),
                              kN, info.get(), kBatch));
    EQUAL(info.read()[1], 0);
    inverse.data.read();
    for (int i = 0; i < kBatch; ++i) {
      const Plain product = one_of(original, i, kN, kN) * one_of(inverse.data.host, i, kN, kN);
      std::vector<T> rounded;
      for (const Complex& value : product.at_) rounded.push_back(from_wide<T>(value));
      NEAR(rounded, identity().at_, 100);
    }
  });
}

TEST(getrf_without_pivots_keeps_the_rows) {
  const Handle handle;
  for_types([&](auto type) {
    using T = decltype(type);
    auto original = systems<T>();
    original[0] = from_wide<T>(4);
    Batch<T> a(original, kSize);
    Device<int> info(kBatch);
    MUBLAS_OK(getrfBatched<T>(handle, kN, a.pointers(), kN, static_cast<int*>(nullptr), info.get(),
                              kBatch));
    EQUAL(info.read()[0], 0);
    a.data.read();
    for (int i = 0; i < kBatch; ++i) {
      const Plain factors = one_of(a.data.host, i, kN, kN);
      const Plain product = triangle(factors, MUBLAS_FILL_MODE_LOWER, MUBLAS_DIAG_UNIT) *
                            triangle(factors, MUBLAS_FILL_MODE_UPPER, MUBLAS_DIAG_NON_UNIT);
      const std::vector<T> wanted(original.begin() + i * static_cast<int>(kSize),
                                  original.begin() + (i + 1) * static_cast<int>(kSize));
      NEAR(wanted, product.at_, 10);
    }
  });
}

TEST(a_singular_matrix_is_reported_by_its_pivot) {
  const Handle handle;
  // The second matrix has a zero column.
  std::vector<double> values = systems<double>();
  for (std::size_t i = 0; i < kN; ++i) values[kSize + 2 * kN + i] = 0;
  Batch<double> a(values, kSize), inverse(std::vector<double>(kSize * kBatch), kSize);
  Device<int> pivots(kN * kBatch), info(kBatch);
  MUBLAS_OK(mublasDmatinvBatched(handle, kN, a.const_pointers(), kN, inverse.pointers(), kN, info,
                                 kBatch));
  EQUAL(info.read()[0], 0);
  EQUAL(info.host[1], 3);
  MUBLAS_OK(mublasDgetrfBatched(handle, kN, a.pointers(), kN, pivots, info, kBatch));
  EQUAL(info.read()[1], 3);
}

TEST(matinv_inverts_small_matrices) {
  const Handle handle;
  for_types([&](auto type) {
    using T = decltype(type);
    const auto original = systems<T>();
    Batch<T> a(original, kSize), inverse(std::vector<T>(kSize * kBatch), kSize);
    Device<int> info(std::vector<int>(kBatch, 9));
    MUBLAS_OK(matinvBatched<T>(handle, kN, a.const_pointers(), kN, inverse.pointers(), kN,
                               info.get(), kBatch));
    EQUAL(info.read()[2], 0);
    inverse.data.read();
    NEAR(a.data.read(), widened(original));
    for (int i = 0; i < kBatch; ++i) {
      const Plain product = one_of(inverse.data.host, i, kN, kN) * one_of(original, i, kN, kN);
      std::vector<T> rounded;
      for (const Complex& value : product.at_) rounded.push_back(from_wide<T>(value));
      NEAR(rounded, identity().at_, 100);
    }
    MUBLAS_FAILS(matinvBatched<T>(handle, 33, a.const_pointers(), 33, inverse.pointers(), 33,
                                  info.get(), kBatch),
                 MUBLAS_STATUS_INVALID_SIZE);
  });
}

TEST(geqrf_keeps_the_columns_lengths) {
  const Handle handle;
  for_types([&](auto type) {
    using T = decltype(type);
    const int m = 6;
    Batch<T> a(random_values<T>(static_cast<std::size_t>(m * kN * kBatch)), m * kN),
        tau(std::vector<T>(kN * kBatch), kN);
    const auto original = a.data.host;
    int info = 9;
    MUBLAS_OK(geqrfBatched<T>(handle, m, kN, a.pointers(), m, tau.pointers(), &info, kBatch));
    EQUAL(info, 0);
    a.data.read();
    // R^H R is A^H A, because Q is unitary.
    for (int i = 0; i < kBatch; ++i) {
      const Plain full = one_of(original, i, m, kN);
      Plain r = one_of(a.data.host, i, m, kN);
      for (int column = 0; column < kN; ++column) {
        for (int row = column + 1; row < m; ++row) r.at(row, column) = 0;
      }
      std::vector<T> got;
      for (const Complex& value : (op(MUBLAS_OP_C, r) * r).at_) got.push_back(from_wide<T>(value));
      NEAR(got, (op(MUBLAS_OP_C, full) * full).at_, 10);
    }
    MUBLAS_FAILS(geqrfBatched<T>(handle, m, kN, a.pointers(), m - 1, tau.pointers(), &info, kBatch),
                 MUBLAS_STATUS_INVALID_SIZE);
    EQUAL(info, -4);
  });
}

TEST(gels_finds_the_least_squares) {
  const Handle handle;
  for_types([&](auto type) {
    using T = decltype(type);
    const int m = 7;
    Batch<T> a(random_values<T>(static_cast<std::size_t>(m * kN * kBatch)), m * kN);
    Batch<T> c(random_values<T>(static_cast<std::size_t>(m * kRhs * kBatch), 2), m * kRhs);
    const auto matrices = a.data.host, sides = c.data.host;
    Device<int> device_info(std::vector<int>(kBatch, 9));
    int info = 9;
    MUBLAS_OK(gelsBatched<T>(handle, MUBLAS_OP_N, m, kN, kRhs, a.pointers(), m, c.pointers(), m,
                             &info, device_info.get(), kBatch));
    EQUAL(info, 0);
    EQUAL(device_info.read()[1], 0);
    c.data.read();
    // The residual is orthogonal to the columns of A.
    for (int i = 0; i < kBatch; ++i) {
      const Plain full = one_of(matrices, i, m, kN);
      const Plain found = plain(c.data.host, kN, kRhs, m, static_cast<std::size_t>(i * m * kRhs));
      const Plain rest = full * found + (-1.0 * one_of(sides, i, m, kRhs));
      std::vector<T> got;
      for (const Complex& value : (op(MUBLAS_OP_C, full) * rest).at_) {
        got.push_back(from_wide<T>(value));
      }
      NEAR(got, std::vector<Complex>(kN * kRhs), 10);
    }
    MUBLAS_FAILS(gelsBatched<T>(handle, MUBLAS_OP_T, m, kN, kRhs, a.pointers(), m, c.pointers(), m,
                                &info, device_info.get(), kBatch),
                 MUBLAS_STATUS_NOT_SUPPORTED);
    EQUAL(info, -1);
  });
}

TEST(tpttr_and_trttp_move_triangles) {
  const Handle handle;
  for_types([&](auto type) {
    using T = decltype(type);
    for (const auto uplo : kFills) {
      Device<T> packed(random_values<T>(kN * (kN + 1) / 2)), full(kN * kN),
          again(kN * (kN + 1) / 2);
      MUBLAS_OK(tpttr<T>(handle, uplo, kN, packed.get(), full.get(), kN));
      full.read();
      std::size_t i = 0;
      for (int column = 0; column < kN; ++column) {
        for (int row = 0; row < kN; ++row) {
          const bool stored = uplo == MUBLAS_FILL_MODE_UPPER ? row <= column : row >= column;
          const Complex wanted = stored ? wide(packed.host[i++]) : 0.0;
          EQUAL(wide(full.host[static_cast<std::size_t>(row + column * kN)]), wanted);
        }
      }
      MUBLAS_OK(trttp<T>(handle, uplo, kN, full.get(), kN, again.get()));
      NEAR(again.read(), widened(packed.host));
    }
  });
}

TEST_MAIN()
