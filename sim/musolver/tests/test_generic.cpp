// The functions with types as arguments, and the parameters of the Jacobi methods.
#include "support.h"

using namespace solver_test;

namespace {

constexpr auto kLower = MUBLAS_FILL_MODE_LOWER;
constexpr auto kVectors = MUSOLVER_EIG_MODE_VECTOR;
constexpr int kSize = 5;

constexpr musaDataType type_of(float) { return MUSA_R_32F; }
constexpr musaDataType type_of(double) { return MUSA_R_64F; }
constexpr musaDataType type_of(Complex) { return MUSA_C_32F; }
constexpr musaDataType type_of(Number) { return MUSA_C_64F; }

template <class T>
constexpr musaDataType kType = type_of(T{});

struct Sizes {
  size_t device = 0;
  size_t host = 0;
  void check() const { CHECK(device > 0); }
};

struct Params {
  Params() { OK(musolverDnCreateParams(&params)); }
  ~Params() { OK(musolverDnDestroyParams(params)); }
  operator musolverDnParams_t() const { return params; }
  musolverDnParams_t params = nullptr;
};

template <class R>
std::vector<Number> numbers(const std::vector<R>& values) {
  return std::vector<Number>(values.begin(), values.end());
}

template <class T>
void linear() {
  const Handle handle;
  const Params params;
  OK(musolverDnSetAdvOptions(params, MUSOLVERDN_GETRF, MUSOLVER_ALG_1));
  const Device<int> info(std::vector<int>{7});
  const Matrix x = random_matrix(kSize, 2, kIsComplex<T>, 5);
  Sizes sizes;
  {
    const Matrix a = positive(kSize, kIsComplex<T>);
    const Device<T> device(laid_out<T>(a));
    OK(musolverDnXpotrf_bufferSize(handle, params, kLower, kSize, kType<T>, device, kSize, kType<T>,
                                   &sizes.device, &sizes.host));
    sizes.check();
    OK(musolverDnXpotrf(handle, params, kLower, kSize, kType<T>, device, kSize, kType<T>, nullptr,
                        0, nullptr, 0, info));
    EQUAL(info.read()[0], 0);
    const Matrix l = triangle(matrix_of(device, kSize, kSize), false);
    check_close<T>(l * adjoint(l), a);
    const Device<T> b(laid_out<T>(a * x));
    OK(musolverDnXpotrs(handle, params, kLower, kSize, 2, kType<T>, device, kSize, kType<T>, b,
                        kSize, info));
    check_close<T>(matrix_of(b, kSize, 2), x);
    const Device<T> triangular(laid_out<T>(l));
    OK(musolverDnXtrtri_bufferSize(handle, kLower, MUBLAS_DIAG_NON_UNIT, kSize, kType<T>,
                                   triangular, kSize, &sizes.device, &sizes.host));
    OK(musolverDnXtrtri(handle, kLower, MUBLAS_DIAG_NON_UNIT, kSize, kType<T>, triangular, kSize,
                        nullptr, 0, nullptr, 0, info));
    check_close<T>(l * matrix_of(triangular, kSize, kSize), identity(kSize));
  }
  const Matrix a = random_matrix(kSize, kSize, kIsComplex<T>);
  const Device<T> device(laid_out<T>(a));
  const Device<int64_t> ipiv(size_t{kSize});
  OK(musolverDnXgetrf_bufferSize(handle, params, kSize, kSize, kType<T>, device, kSize, kType<T>,
                                 &sizes.device, &sizes.host));
  OK(musolverDnXgetrf(handle, params, kSize, kSize, kType<T>, device, kSize, ipiv, kType<T>,
                      nullptr, 0, nullptr, 0, info));
  EQUAL(info.read()[0], 0);
  for (const int64_t pivot : ipiv.read()) {
    CHECK(pivot >= 1 && pivot <= kSize);
  }
  const Device<T> b(laid_out<T>(adjoint(a) * x));
  OK(musolverDnXgetrs(handle, params, MUBLAS_OP_C, kSize, 2, kType<T>, device, kSize, ipiv,
                      kType<T>, b, kSize, info));
  check_close<T>(matrix_of(b, kSize, 2), x);
  const Device<T> qr(laid_out<T>(a));
  const Device<T> tau(size_t{kSize});
  OK(musolverDnXgeqrf_bufferSize(handle, params, kSize, kSize, kType<T>, qr, kSize, kType<T>, tau,
                                 kType<T>, &sizes.device, &sizes.host));
  OK(musolverDnXgeqrf(handle, params, kSize, kSize, kType<T>, qr, kSize, kType<T>, tau, kType<T>,
                      nullptr, 0, nullptr, 0, info));
  EQUAL(info.read()[0], 0);
  const Matrix r = triangle(matrix_of(qr, kSize, kSize), true);
  check_close<T>(adjoint(r) * r, adjoint(a) * a);
}

template <class T>
void eigen() {
  using R = Real<T>;
  const Handle handle;
  const Params params;
  const Matrix a = positive(kSize, kIsComplex<T>);
  const Device<int> info(std::vector<int>{7});
  const Device<R> w(size_t{kSize});
  Sizes sizes;
  const Device<T> all(laid_out<T>(a));
  OK(musolverDnXsyevd_bufferSize(handle, params, kVectors, kLower, kSize, kType<T>, all, kSize,
                                 kType<R>, w, kType<T>, &sizes.device, &sizes.host));
  sizes.check();
  OK(musolverDnXsyevd(handle, params, kVectors, kLower, kSize, kType<T>, all, kSize, kType<R>, w,
                      kType<T>, nullptr, 0, nullptr, 0, info));
  EQUAL(info.read()[0], 0);
  const std::vector<Number> values = numbers(w.read());
  const Matrix x = matrix_of(all, kSize, kSize);
  check_close<T>(a * x, x * diagonal(values));
  const Device<T> some(laid_out<T>(a));
  auto low = static_cast<R>((values[1].real() + values[2].real()) / 2);
  auto high = static_cast<R>(values[4].real() + 1);
  int64_t count = 0;
  OK(musolverDnXsyevdx_bufferSize(handle, params, kVectors, MUSOLVER_EIG_RANGE_V, kLower, kSize,
                                  kType<T>, some, kSize, &low, &high, 0, 0, &count, kType<R>, w,
                                  kType<T>, &sizes.device, &sizes.host));
  OK(musolverDnXsyevdx(handle, params, kVectors, MUSOLVER_EIG_RANGE_V, kLower, kSize, kType<T>,
                       some, kSize, &low, &high, 0, 0, &count, kType<R>, w, kType<T>, nullptr, 0,
                       nullptr, 0, info));
  EQUAL(count, 3);
  const Matrix y = columns(matrix_of(some, kSize, kSize), 3);
  check_close<T>(a * y, y * diagonal({values[2], values[3], values[4]}));
}

template <class T>
void singular() {
  using R = Real<T>;
  const Handle handle;
  const Params params;
  const int m = 6;
  const int n = 4;
  const Matrix a = random_matrix(m, n, kIsComplex<T>);
  const Device<int> info(std::vector<int>{7});
  const Device<R> s(size_t{4});
  const Device<T> u(size_t{24});
  const Device<T> v(size_t{16});
  Sizes sizes;
  const Device<T> first(laid_out<T>(a));
  OK(musolverDnXgesvd_bufferSize(handle, params, 'S', 'S', m, n, kType<T>, first, m, kType<R>, s,
                                 kType<T>, u, m, kType<T>, v, n, kType<T>, &sizes.device,
                                 &sizes.host));
  sizes.check();
  OK(musolverDnXgesvd(handle, params, 'S', 'S', m, n, kType<T>, first, m, kType<R>, s, kType<T>, u,
                      m, kType<T>, v, n, kType<T>, nullptr, 0, nullptr, 0, info));
  EQUAL(info.read()[0], 0);
  check_close<T>(matrix_of(u, m, n) * diagonal(numbers(s.read())) * matrix_of(v, n, n), a);
  const Device<T> second(laid_out<T>(a));
  double error = -1;
  OK(musolverDnXgesvdp_bufferSize(handle, params, kVectors, 1, m, n, kType<T>, second, m, kType<R>,
                                  s, kType<T>, u, m, kType<T>, v, n, kType<T>, &sizes.device,
                                  &sizes.host));
  OK(musolverDnXgesvdp(handle, params, kVectors, 1, m, n, kType<T>, second, m, kType<R>, s,
                       kType<T>, u, m, kType<T>, v, n, kType<T>, nullptr, 0, nullptr, 0, info,
                       &error));
  EQUAL(error, 0.0);
  check_close<T>(matrix_of(u, m, n) * diagonal(numbers(s.read())) * adjoint(matrix_of(v, n, n)), a);
}

}  // namespace

TEST(linear_systems_of_any_type) { EACH_TYPE(linear); }

TEST(eigenvalues_of_any_type) { EACH_TYPE(eigen); }

TEST(singular_values_of_any_type) { EACH_TYPE(singular); }

TEST(types_that_do_not_go_together_are_refused) {
  const Handle handle;
  const Params params;
  const Device<float> a(size_t{4});
  size_t device = 0;
  size_t host = 0;
  EQUAL(musolverDnXpotrf_bufferSize(handle, params, kLower, 2, MUSA_R_32F, a, 2, MUSA_R_64F,
                                    &device, &host),
        MUSOLVER_STATUS_NOT_SUPPORTED);
  EQUAL(musolverDnXpotrf_bufferSize(handle, params, kLower, 2, MUSA_R_16F, a, 2, MUSA_R_16F,
                                    &device, &host),
        MUSOLVER_STATUS_NOT_SUPPORTED);
  EQUAL(musolverDnSetAdvOptions(nullptr, MUSOLVERDN_GETRF, MUSOLVER_ALG_0),
        MUSOLVER_STATUS_INVALID_VALUE);
}

// They are kept; LAPACK's methods need none of them. What a Jacobi method would report is not known.
TEST(parameters_of_the_jacobi_methods) {
  const Handle handle;
  double residual = 0;
  int sweeps = 0;
  syevjInfo_t eigen_info = nullptr;
  OK(musolverDnCreateSyevjInfo(&eigen_info));
  OK(musolverDnXsyevjSetTolerance(eigen_info, 1e-5));
  OK(musolverDnXsyevjSetMaxSweeps(eigen_info, 10));
  OK(musolverDnXsyevjSetSortEig(eigen_info, 0));
  EQUAL(musolverDnXsyevjSetMaxSweeps(eigen_info, -1), MUSOLVER_STATUS_INVALID_VALUE);
  EQUAL(musolverDnXsyevjSetTolerance(nullptr, 1), MUSOLVER_STATUS_INVALID_VALUE);
  EQUAL(musolverDnXsyevjGetResidual(handle, eigen_info, &residual), MUSOLVER_STATUS_NOT_SUPPORTED);
  EQUAL(musolverDnXsyevjGetSweeps(handle, eigen_info, &sweeps), MUSOLVER_STATUS_NOT_SUPPORTED);
  OK(musolverDnDestroySyevjInfo(eigen_info));
  gesvdjInfo_t svd_info = nullptr;
  OK(musolverDnCreateGesvdjInfo(&svd_info));
  OK(musolverDnXgesvdjSetTolerance(svd_info, 1e-5));
  OK(musolverDnXgesvdjSetMaxSweeps(svd_info, 10));
  OK(musolverDnXgesvdjSetSortEig(svd_info, 0));
  EQUAL(musolverDnXgesvdjSetSortEig(nullptr, 0), MUSOLVER_STATUS_INVALID_VALUE);
  EQUAL(musolverDnXgesvdjGetResidual(handle, svd_info, &residual), MUSOLVER_STATUS_NOT_SUPPORTED);
  EQUAL(musolverDnXgesvdjGetSweeps(handle, svd_info, &sweeps), MUSOLVER_STATUS_NOT_SUPPORTED);
  OK(musolverDnDestroyGesvdjInfo(svd_info));
}

TEST_MAIN()
