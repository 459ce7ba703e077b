// QR as programs for platforms before 5.1 call it.
#include "support.h"

using namespace solver_test;

namespace {

constexpr int kRows = 5;
constexpr int kCols = 3;

Matrix upper_of(const Matrix& factored) {
  Matrix r(kCols, kCols);
  for (int i = 0; i < kCols; ++i) {
    for (int j = i; j < kCols; ++j) {
      r(i, j) = factored(i, j);
    }
  }
  return r;
}

TEST(real_matrices_are_factored_by_the_short_forms) {
  const Handle handle;
  const Matrix a = random_matrix(kRows, kCols, false);
  const Device<double> device(laid_out<double>(a));
  const Device<double> product(laid_out<double>(a));
  const Device<double> tau(size_t{kCols});
  size_t size = 0;
  OK(musolverDnDgeqrf_bufferSize(kRows, kCols, &size));
  const Device<double> buffer(size);
  OK(musolverDnDgeqrf(handle, kRows, kCols, device, kRows, tau, buffer.as<void>()));
  const Matrix r = upper_of(matrix_of(device, kRows, kCols));
  OK(musolverDnDormqr(handle, MUBLAS_SIDE_LEFT, MUBLAS_OP_T, kRows, kCols, kCols, device, kRows,
                      tau, product, kRows));
  check_close<double>(upper_of(matrix_of(product, kRows, kCols)), r);
  OK(musolverDnDorgqr_bufferSize(kRows, kCols, kCols, &size));
  OK(musolverDnDorgqr(handle, kRows, kCols, kCols, device, kRows, tau, buffer.as<void>()));
  check_close<double>(matrix_of(device, kRows, kCols) * r, a);
}

TEST(complex_matrices_are_factored_by_the_short_forms) {
  const Handle handle;
  const Matrix a = random_matrix(kRows, kCols, true);
  const Device<Number> device(laid_out<Number>(a));
  const Device<Number> tau(size_t{kCols});
  auto* values = device.as<muDoubleComplex>();
  auto* factors = tau.as<muDoubleComplex>();
  size_t size = 0;
  OK(musolverDnZgeqrf_bufferSize(kRows, kCols, &size));
  const Device<Number> buffer(size);
  OK(musolverDnZgeqrf(handle, kRows, kCols, values, kRows, factors, buffer.as<void>()));
  const Matrix r = upper_of(matrix_of(device, kRows, kCols));
  OK(musolverDnZungqr(handle, kRows, kCols, kCols, values, kRows, factors, buffer.as<void>()));
  check_close<Number>(matrix_of(device, kRows, kCols) * r, a);
}

TEST(sizes_are_checked) {
  size_t size = 0;
  EQUAL(musolverDnSgeqrf_bufferSize(-1, 2, &size), MUSOLVER_STATUS_INVALID_VALUE);
  EQUAL(musolverDnCungqr_bufferSize(2, 2, -1, &size), MUSOLVER_STATUS_INVALID_VALUE);
  EQUAL(musolverDnSgeqrf_bufferSize(2, 2, nullptr), MUSOLVER_STATUS_INVALID_VALUE);
}

}  // namespace
TEST_MAIN()
